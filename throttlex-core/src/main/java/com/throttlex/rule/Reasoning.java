package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Explains in words why rules apply to a request or do not. */
final class Reasoning {
  private static final KeyPart API_KEY = KeyPart.of(KeyPart.Kind.API_KEY);
  private static final String DEFAULT = "default";
  private static final String MODE = "mode";
  private static final String ENDPOINT_FIELD = "endpoint";
  private static final String OTHERS_APPLY = "other rules apply";

  /** The weight of the endpoint: more than that of any other condition. */
  private static final int ENDPOINT = 100;

  /** The conditions; a rule that fails a later one comes nearer to applying. */
  private static final List<String> FARTHEST_FIRST =
      List.of(
          "users",
          "ips",
          "api-keys",
          "services",
          "attributes",
          "priorities",
          "tiers",
          "methods",
          "key",
          "rollout");

  private final RuleBook book;
  private final Matching applied;
  private final Matching unreplaced;

  /**
   * Creates the explanation of a request.
   *
   * @param applied the rules that apply in the end
   * @param unreplaced an empty matching for the same request
   */
  Reasoning(RuleBook book, Matching applied, Matching unreplaced) {
    this.book = book;
    this.applied = applied;
    this.unreplaced = unreplaced;
  }

  /**
   * Returns the reasons of all rules that apply, of the default rule, and of the other rules that
   * come nearest to applying; in the order of the book.
   *
   * @param misses the largest number of the others
   */
  List<Reason> reasons(int misses) {
    List<CompiledRule> rules = book.all();
    Map<CompiledRule, String> obstacles = new HashMap<>();
    for (CompiledRule rule : rules) {
      String obstacle = obstacle(rule);
      if (obstacle == null) {
        unreplaced.add(rule);
      } else {
        obstacles.put(rule, obstacle);
      }
    }
    Set<CompiledRule> shown = nearest(rules, obstacles, misses);
    return rules.stream()
        .filter(rule -> applies(rule) || isDefault(rule) || shown.contains(rule))
        .map(rule -> reason(rule, obstacles.get(rule)))
        .toList();
  }

  private Set<CompiledRule> nearest(
      List<CompiledRule> rules, Map<CompiledRule, String> obstacles, int misses) {
    Map<CompiledRule, Integer> nearness = new HashMap<>();
    for (CompiledRule rule : rules) {
      if (!applies(rule) && !isDefault(rule)) {
        nearness.put(rule, nearness(rule, obstacles.get(rule)));
      }
    }
    Set<CompiledRule> nearest = new HashSet<>();
    rules.stream()
        .filter(nearness::containsKey)
        .sorted(Comparator.comparing((CompiledRule rule) -> -nearness.getOrDefault(rule, 0)))
        .limit(misses)
        .forEach(nearest::add);
    return nearest;
  }

  /**
   * Returns how near a rule comes to applying: first if only its mode or another rule prevents it,
   * then by the endpoint, then by the condition that is not met.
   */
  private int nearness(CompiledRule rule, @Nullable String obstacle) {
    if (obstacle == null) {
      return 3 * ENDPOINT;
    }
    EndpointPattern pattern = rule.rule().match().endpoint();
    String endpoint = unreplaced.request().endpoint();
    if (pattern != null && (endpoint == null || !pattern.matches(endpoint))) {
      return endpoint == null ? 0 : Math.min(ENDPOINT - 1, pattern.sharedSegments(endpoint));
    }
    String other = obstacle.equals(MODE) ? unreplaced.obstacle(rule) : obstacle;
    int rank = other == null ? FARTHEST_FIRST.size() : FARTHEST_FIRST.indexOf(other);
    return (pattern == null ? 1 : 2) * ENDPOINT + rank;
  }

  private boolean applies(CompiledRule rule) {
    for (int i = 0; i < applied.size(); i++) {
      if (applied.get(i) == rule) {
        return true;
      }
    }
    return false;
  }

  private Reason reason(CompiledRule rule, @Nullable String obstacle) {
    if (applies(rule)) {
      return new Reason(rule, true, isDefault(rule) ? "no other rule applies" : "it matches");
    }
    CompiledRule replacement = unreplaced.replacement(rule);
    if (obstacle == null && replacement != null) {
      return new Reason(rule, false, "replaced by " + replacement.rule().id());
    }
    return new Reason(rule, false, obstacle == null ? OTHERS_APPLY : words(rule, obstacle));
  }

  /** Returns why the rule itself does not apply, as the name of a field; null if it does. */
  private @Nullable String obstacle(CompiledRule rule) {
    if (isDefault(rule)) {
      return DEFAULT;
    }
    if (rule.rule().mode() == Mode.OFF) {
      return MODE;
    }
    EndpointPattern pattern = rule.rule().match().endpoint();
    String endpoint = unreplaced.request().endpoint();
    if (pattern != null && (endpoint == null || !pattern.matches(endpoint))) {
      return ENDPOINT_FIELD;
    }
    return unreplaced.obstacle(rule);
  }

  private boolean isDefault(CompiledRule rule) {
    return book.fallback() instanceof Fallback.Default d && d.rule().equals(rule.rule());
  }

  private String words(CompiledRule rule, String obstacle) {
    RequestContext request = unreplaced.request();
    Match match = rule.rule().match();
    return switch (obstacle) {
      case DEFAULT -> OTHERS_APPLY;
      case MODE -> "mode: off";
      case ENDPOINT_FIELD -> wants(obstacle, request.endpoint(), match.endpoint());
      case "methods" -> wants(obstacle, request.method(), match.methods());
      case "services" -> wants(obstacle, request.service(), match.services());
      case "users" -> wants(obstacle, request.user(), match.users());
      case "ips" -> wants(obstacle, request.ip(), match.ips());
      case "api-keys" -> wants(obstacle, API_KEY.value(request), match.apiKeys());
      case "subjects" -> wants(obstacle, "no user, address or API key of these", match.subjects());
      case "tiers" -> wants(obstacle, unreplaced.tier(), match.tiers());
      case "priorities" -> wants(obstacle, request.priority(), match.priorities());
      case "attributes" -> wants(obstacle, shown(request.attributes()), shown(match.attributes()));
      case "key" -> "key: the request has no " + rule.missing(request, unreplaced.tier());
      default ->
          "rollout: the key is not among the "
              + rule.rule().rollout()
              + " per cent that the rule applies to";
    };
  }

  /** Returns the attributes with digests in place of secret values. */
  private static Map<String, String> shown(Map<String, String> attributes) {
    Map<String, String> shown = new LinkedHashMap<>(attributes);
    shown.replaceAll(
        (name, value) -> SecretValue.isNamed(name) ? SecretValue.digest(value) : value);
    return shown;
  }

  private static String wants(String field, @Nullable Object value, @Nullable Object expected) {
    return field + ": " + value + " (expected: " + expected + ")";
  }
}
