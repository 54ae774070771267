package com.throttlex.rules;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import com.throttlex.rules.yaml.Value;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads one rule. */
final class RuleReader {
  private static final String NAME_EXPECTED = "a title such as Orders per user";
  private static final String ZONE_EXPECTED = "a time zone such as Europe/Berlin";

  private final Section section;
  private final Match match;
  private final Set<String> replaces;
  private final Map<String, List<Rate>> limits;
  private final RuleBuilder builder;

  private RuleReader(Section section, String id) {
    this.section = section;
    builder = Rule.builder(id);
    builder.name(
        read("name", value -> Objects.requireNonNullElse(value.text(NAME_EXPECTED), id), id));
    match = read("match", MatchReader::read, Match.ALL);
    replaces = read("replaces", RuleReader::ids, Set.of());
    limits = limits();
    Value key = section.find("key");
    if (key != null) {
      builder.key(List.copyOf(key.someDistinct(RuleReader::keyPart, "at least one part")));
    }
    RuleOption.ALL.forEach(option -> option.read(section, builder));
  }

  /**
   * Reads a rule as far as it can be read.
   *
   * @param id its id
   * @param spareId an id to use if its own is invalid
   * @param problemsBefore how many problems there were before those of this rule
   */
  static Rule read(
      Section section, String id, String spareId, Problems problems, int problemsBefore) {
    RuleReader reader = new RuleReader(section, id);
    try {
      return reader.build();
    } catch (InvalidRulesException e) {
      CoreProblems.ofRule(e, section, problems, problemsBefore);
      boolean hasId = !problems.concern(problemsBefore, "id");
      return reader.standIn(hasId ? id : spareId);
    }
  }

  private Rule build() {
    limits.forEach(builder::limits);
    return builder.match(match).replaces(replaces.toArray(new String[0])).build();
  }

  /**
   * Returns a substitute for a rule with problems, to check the other rules against. It has the
   * parts that they refer to, and no problems of its own.
   */
  private Rule standIn(String id) {
    RuleBuilder rule = Rule.builder(id).match(match);
    Set<String> tiers = limits.isEmpty() ? Set.of(Rule.EVERY_TIER) : limits.keySet();
    tiers.forEach(tier -> rule.limits(tier, List.of(Rate.parse("1/1s"))));
    String[] others = replaces.stream().filter(o -> !o.equals(id)).toArray(String[]::new);
    return rule.replaces(others).build();
  }

  private Map<String, List<Rate>> limits() {
    Algorithm algorithm =
        read(
            "algorithm",
            value -> value.word(Algorithm.values(), FieldNames::word, Algorithm.TOKEN_BUCKET),
            Algorithm.TOKEN_BUCKET);
    builder.algorithm(algorithm);
    ZoneId zone =
        read(
            "zone",
            value ->
                Objects.requireNonNullElse(
                    value.parsed(Period::parseZone, ZONE_EXPECTED), ZoneOffset.UTC),
            ZoneOffset.UTC);
    LimitsReader reader = new LimitsReader(algorithm, zone, burst(algorithm));
    Value value = section.require("limits", LimitsReader.EXPECTED);
    Map<String, List<Rate>> read = value == null ? Map.of() : reader.read(value);
    requireUse(reader);
    return read;
  }

  private long burst(Algorithm algorithm) {
    Value value = section.find("burst");
    if (value == null) {
      return 0;
    } else if (!algorithm.hasBurst()) {
      value.wrong("none, as " + algorithm + " has no burst");
      return 0;
    }
    return value.whole(1, Rate.MAX_AMOUNT, 0);
  }

  /** Reports a burst or zone that no limit uses, because it is a misunderstanding. */
  private void requireUse(LimitsReader limits) {
    Value burst = section.find("burst");
    if (burst != null && limits.calendarSeen() && !limits.lengthSeen()) {
      burst.wrong("none, as a limit with a calendar period has no burst");
    }
    Value zone = section.find("zone");
    if (zone != null && limits.lengthSeen() && !limits.calendarSeen()) {
      zone.wrong("none, as no limit has a calendar period: day, week or month");
    }
  }

  private <T> T read(String name, Function<Value, T> reader, T absent) {
    Value value = section.find(name);
    return value == null ? absent : reader.apply(value);
  }

  private static Set<String> ids(Value value) {
    return value.distinct(item -> item.text("the id of a rule"));
  }

  private static @Nullable KeyPart keyPart(Value value) {
    return value.parsed(KeyPart::parse, "a part such as user");
  }
}
