package com.throttlex.spring;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A single rule that can be checked by its name. */
final class NamedRule {
  private static final KeyPart TIER = KeyPart.of(KeyPart.Kind.TIER);

  private final Rule rule;
  private final RuleBook book;
  private final List<KeyPart> parts;
  private final boolean tiered;
  private final @Nullable String service;
  private final int ipv6Prefix;

  NamedRule(Rule rule, List<String> tiers, int ipv6Prefix) {
    this.rule = rule;
    Match match = countsBySubject(rule) ? Match.ALL.with(rule.match().subjects()) : Match.ALL;
    Rule alone = rule.toBuilder().match(match).replaces().build();
    book = RuleBook.of(tiers, Fallback.ALLOW, List.of(alone));
    parts = parts(rule);
    tiered = rule.limits().size() > 1;
    service = service(rule);
    this.ipv6Prefix = ipv6Prefix;
  }

  private static boolean countsBySubject(Rule rule) {
    return rule.key().contains(KeyPart.of(KeyPart.Kind.SUBJECT));
  }

  private static @Nullable String service(Rule rule) {
    Adaptive adaptive = rule.adaptive();
    Set<String> named = new LinkedHashSet<>(rule.match().services());
    if (named.isEmpty() && adaptive != null) {
      named.addAll(adaptive.health());
    }
    return named.size() == 1 ? named.iterator().next() : null;
  }

  private static List<KeyPart> parts(Rule rule) {
    return rule.key().stream().filter(part -> part.kind() != KeyPart.Kind.GLOBAL).toList();
  }

  /** The rule as it was written. */
  Rule rule() {
    return rule;
  }

  /** Returns a book with only this rule, which matches everything, or all of its subjects. */
  RuleBook book() {
    return book;
  }

  /** Returns whether it counts by a key. */
  boolean hasKey() {
    return !parts.isEmpty();
  }

  /** Throws if a rule with a key is checked without one, or a rule without a key with one. */
  static void requireKey(Rule rule, boolean given) {
    List<KeyPart> parts = parts(rule);
    if (given ? parts.isEmpty() && rule.limits().size() == 1 : !parts.isEmpty()) {
      throw unexpected(rule, given ? "present" : "none");
    }
  }

  /**
   * Returns the only service that the rule matches, or else the only one whose health it follows. A
   * check by the rule's name is then a request to that service. Null if there is none, or several.
   */
  @Nullable String service() {
    return service;
  }

  /** Returns a request with the values of a key. */
  RequestContext request(@Nullable Object key, long cost) {
    RequestContextBuilder request =
        RequestContext.builder().ipv6Prefix(ipv6Prefix).service(service);
    if (key instanceof Map<?, ?> map) {
      values(map).forEach((part, value) -> set(request, part, value));
    } else if (key == null ? !parts.isEmpty() : parts.size() != 1) {
      throw unexpected(rule, key == null ? "null" : "present");
    } else if (key != null) {
      set(request, parts.get(0), key);
    }
    return cost == RequestContext.UNSET ? request.build() : request.cost(cost).build();
  }

  /** Returns the values of all parts; the tier may be added if the limits differ by tier. */
  private Map<KeyPart, Object> values(Map<?, ?> map) {
    Map<KeyPart, Object> values = new LinkedHashMap<>();
    map.forEach(
        (part, value) -> {
          if (value != null) {
            values.put(KeyPart.parse(String.valueOf(part)), value);
          }
        });
    boolean more =
        values.keySet().stream()
            .anyMatch(part -> !parts.contains(part) && !(tiered && part.equals(TIER)));
    if (more || !values.keySet().containsAll(parts)) {
      throw unexpected(rule, "of " + values.keySet()); // the values may be secrets
    }
    return values;
  }

  private static IllegalArgumentException unexpected(Rule rule, String shown) {
    List<KeyPart> parts = parts(rule);
    String names = parts.stream().map(KeyPart::toString).collect(Collectors.joining(", "));
    String expected =
        switch (parts.size()) {
          case 0 -> "none";
          case 1 -> "a value of " + names;
          default -> "a map with values of " + names;
        };
    return new IllegalArgumentException(
        "key: " + shown + " (expected: " + expected + ", as rule " + rule.id() + " counts)");
  }

  /** Sets a part of a request; a subject is a user. */
  static void set(RequestContextBuilder request, KeyPart part, Object value) {
    String text = value.toString();
    String name = String.valueOf(part.name());
    switch (part.kind()) {
      case USER, SUBJECT -> request.user(text);
      case IP -> request.ip(text);
      case API_KEY -> request.apiKey(text);
      case ENDPOINT -> request.endpoint(text);
      case METHOD -> request.method(text);
      case SERVICE -> request.service(text);
      case TIER -> request.tier(text);
      case ATTRIBUTE -> request.attribute(name, text);
      case HEADER -> request.header(name, text);
      case GLOBAL -> throw new IllegalArgumentException("key: global (expected: no value for it)");
    }
  }
}
