package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.RequestContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Explains in words why rules apply to a request or do not. */
final class Reasoning {
  private static final KeyPart API_KEY = KeyPart.of(KeyPart.Kind.API_KEY);

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

  List<Reason> reasons() {
    List<CompiledRule> rules = book.all();
    rules.stream().filter(rule -> direct(rule).isEmpty()).forEach(unreplaced::add);
    List<Reason> reasons = new ArrayList<>();
    for (CompiledRule rule : rules) {
      reasons.add(reason(rule));
    }
    return reasons;
  }

  private Reason reason(CompiledRule rule) {
    for (int i = 0; i < applied.size(); i++) {
      if (applied.get(i) == rule) {
        return new Reason(rule, true, isDefault(rule) ? "no other rule applies" : "it matches");
      }
    }
    String direct = direct(rule);
    CompiledRule replacement = unreplaced.replacement(rule);
    if (!direct.isEmpty() || replacement == null) {
      return new Reason(rule, false, direct.isEmpty() ? "other rules apply" : direct);
    }
    return new Reason(rule, false, "replaced by " + replacement.rule().id());
  }

  /** Returns why the rule itself does not apply; empty if it does. */
  private String direct(CompiledRule rule) {
    if (isDefault(rule)) {
      return "other rules apply";
    }
    if (rule.rule().mode() == Mode.OFF) {
      return "mode: off";
    }
    EndpointPattern pattern = rule.rule().match().endpoint();
    String endpoint = unreplaced.request().endpoint();
    if (pattern != null && (endpoint == null || !pattern.matches(endpoint))) {
      return wants("endpoint", endpoint, pattern);
    }
    String obstacle = unreplaced.obstacle(rule);
    return obstacle == null ? "" : words(rule, obstacle);
  }

  private boolean isDefault(CompiledRule rule) {
    return book.fallback() instanceof Fallback.Default d && d.rule().equals(rule.rule());
  }

  private String words(CompiledRule rule, String obstacle) {
    RequestContext request = unreplaced.request();
    Match match = rule.rule().match();
    return switch (obstacle) {
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

  private static String wants(String field, @Nullable Object value, Object expected) {
    return field + ": " + value + " (expected: " + expected + ")";
  }
}
