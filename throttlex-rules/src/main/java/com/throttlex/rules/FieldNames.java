package com.throttlex.rules;

import com.throttlex.adaptive.Signal;
import com.throttlex.request.Priority;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The names of the rule language: the fields of each kind of map, in the order of writing. */
final class FieldNames {
  static final List<String> BOOK =
      List.of(
          "version",
          "tiers",
          "default-rule",
          "priorities",
          "adaptive",
          "on-store-failure",
          "rules");

  /** The fields of properties, which have no version. */
  static final List<String> PROPERTIES = BOOK.subList(1, BOOK.size());

  static final List<String> CLASSIFIER =
      List.of("match", "class", "header", "attribute", "at-most");

  static final List<String> SETTINGS =
      List.of(
          "weights",
          "thresholds",
          "bounds",
          "gains",
          "smoothing",
          "dead-band",
          "cut",
          "growth",
          "interval",
          "change-interval",
          "stale-after",
          "services");

  /** The settings that a service can have of its own: all but the intervals. */
  static final List<String> SERVICE_SETTINGS = SETTINGS.subList(0, 8);

  static final List<String> SIGNALS = Arrays.stream(Signal.values()).map(Signal::text).toList();

  static final List<String> THRESHOLDS = List.of("critical", "warning", "normal");

  static final List<String> BOUNDS = List.of("good", "bad");

  static final List<String> GAINS = List.of("proportional", "integral", "derivative");

  static final List<String> RULE =
      Stream.of(
              Stream.of("id", "name", "match", "key", "limits", "algorithm", "burst"),
              RuleOption.ALL.stream().map(RuleOption::name),
              Stream.of("replaces", "zone"))
          .flatMap(names -> names)
          .toList();

  /** The fields of a rule in properties, where its id is the key. */
  static final List<String> IN_PROPERTIES = RULE.subList(1, RULE.size());

  /**
   * The fields of the default rule. It applies to all remaining requests, so it cannot exclude any.
   */
  static final List<String> DEFAULT_RULE =
      RULE.stream()
          .filter(
              name -> !List.of("id", "name", "match", "mode", "rollout", "replaces").contains(name))
          .toList();

  static final List<String> MATCH =
      List.of(
          "endpoint",
          "methods",
          "services",
          "attributes",
          "tiers",
          "priorities",
          "users",
          "ips",
          "api-keys",
          "subjects");

  static final List<String> LIMIT = List.of("amount", "period", "burst");

  /**
   * The fields that distinguish the long form of a limit from a map of tiers. No tier has such a
   * name.
   */
  static final List<String> LIMIT_MARKS = List.of("amount", "period");

  static final List<String> SHARES =
      Arrays.stream(Priority.values()).map(FieldNames::word).toList();

  static final List<String> COST = List.of("estimate", "header", "json", "bytes", "on-overrun");

  static final List<String> DELAY = List.of("delay");

  static final List<String> QUEUE = List.of("queue");

  static final List<String> BLOCK = List.of("block", "after", "within");

  static final List<String> ADAPTIVE = List.of("min", "max", "health");

  private FieldNames() {}

  /** Returns the constant's name in the rule file. */
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
