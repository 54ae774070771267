package com.throttlex.rule;

import com.throttlex.key.SecretValue;
import com.throttlex.request.Addresses;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Rules and requests from few names, so that they often match. */
final class RandomRules {
  static final List<String> TIERS = List.of("free", "pro", "team");

  /** The two before the last have the same hash code. */
  private static final String[] SEGMENTS = {"a", "b", "c", "aa", "a~", "b_", "ab"};

  private static final String[] METHODS = {"GET", "PUT", "POST"};
  private static final String[] SERVICES = {"s", "t", "u"};
  private static final String[] VALUES = {"x", "y"};
  private static final String[] USERS = {"u", "v"};
  private static final String[] IPS = {"192.0.2.1", "2001:DB8::1", "2001:db8:0:0:7::"};
  private static final String[] API_KEYS = {"k", "l"};

  private RandomRules() {}

  private static <T> T any(Random random, T[] of) {
    return of[random.nextInt(of.length)];
  }

  private static String any(Random random, List<String> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** A pattern of up to four segments. */
  static String pattern(Random random) {
    StringBuilder pattern = new StringBuilder();
    int length = random.nextInt(5);
    int stars = 0;
    for (int i = 0; i < length; i++) {
      int kind = random.nextInt(8);
      if (kind == 0 && stars < 2) {
        pattern.append("/**");
        stars++;
      } else {
        pattern.append(kind == 1 ? "/*" : kind == 2 ? "/{v}" : "/" + any(random, SEGMENTS));
      }
    }
    return pattern.isEmpty() ? "/" : pattern.toString();
  }

  /** A path of up to five segments. */
  static String path(Random random) {
    StringBuilder path = new StringBuilder();
    int length = random.nextInt(6);
    for (int i = 0; i < length; i++) {
      path.append('/').append(any(random, SEGMENTS));
    }
    return path.isEmpty() ? "/" : path.toString();
  }

  static RuleBuilder rule(Random random, String id) {
    return Rule.builder(id)
        .key(random.nextInt(5) == 0 ? "user" : "global")
        .limits("5/1m")
        .mode(random.nextInt(10) == 0 ? Mode.OFF : Mode.ENFORCE)
        .match(
            new Match(
                random.nextInt(4) == 0 ? null : EndpointPattern.parse(pattern(random)),
                some(random, METHODS),
                some(random, SERVICES),
                attributes(random),
                some(random, TIERS.toArray(new String[0])),
                some(random, Priority.values()),
                rarely(random, USERS),
                rarely(random, IPS),
                rarely(random, API_KEYS),
                subjects(random)));
  }

  private static <T> Set<T> some(Random random, T[] of) {
    Set<T> some = new HashSet<>();
    while (random.nextInt(4) == 0) {
      some.add(any(random, of));
    }
    return some;
  }

  private static Set<String> rarely(Random random, String[] of) {
    return random.nextInt(3) == 0 ? some(random, of) : Set.of();
  }

  private static SubjectNames subjects(Random random) {
    Set<String> names = new HashSet<>(rarely(random, USERS));
    names.addAll(rarely(random, IPS));
    names.addAll(rarely(random, API_KEYS));
    return SubjectNames.of(random.nextInt(3) == 0 ? names : Set.of());
  }

  private static boolean isAmong(SubjectNames subjects, RequestContext request) {
    for (String name : subjects.names()) {
      boolean address = List.of(IPS).contains(name) && isAmong(Set.of(name), request);
      if (address || name.equals(request.user()) || name.equals(request.apiKey())) {
        return true;
      }
    }
    return subjects.isEmpty();
  }

  private static Map<String, String> attributes(Random random) {
    Map<String, String> attributes = new LinkedHashMap<>();
    while (random.nextInt(4) == 0) {
      attributes.put(any(random, VALUES), any(random, VALUES));
    }
    return attributes;
  }

  static RequestContext request(Random random) {
    RequestContextBuilder request =
        RequestContext.builder().priority(any(random, Priority.values()));
    if (random.nextInt(8) > 0) {
      request.endpoint(path(random));
    }
    if (random.nextBoolean()) {
      request.user(any(random, USERS));
    }
    if (random.nextBoolean()) {
      request.ip(any(random, IPS));
    }
    if (random.nextBoolean()) {
      request.apiKey(any(random, API_KEYS));
    }
    if (random.nextInt(4) > 0) {
      request.method(any(random, METHODS));
    }
    if (random.nextInt(4) > 0) {
      request.service(any(random, SERVICES));
    }
    if (random.nextInt(4) > 0) {
      request.tier(random.nextInt(4) == 0 ? "unknown" : any(random, TIERS));
    }
    attributes(random).forEach(request::attribute);
    return request.build();
  }

  private static boolean isAmong(Set<String> ips, RequestContext request) {
    return ips.stream()
        .map(ip -> Addresses.canonical(ip, Addresses.DEFAULT_IPV6_PREFIX))
        .anyMatch(ip -> ip.equals(request.ip()));
  }

  /** The ids of the rules that apply, found by asking each of them. */
  static List<String> naive(List<Rule> rules, RequestContext request) {
    boolean known = request.tier() != null && TIERS.contains(request.tier());
    String tier = known ? request.tier() : TIERS.get(0);
    List<String> ids = new ArrayList<>();
    for (Rule rule : rules) {
      Match match = rule.match();
      boolean applies =
          rule.mode() != Mode.OFF
              && (match.endpoint() == null
                  || (request.endpoint() != null && match.endpoint().matches(request.endpoint())))
              && (match.methods().isEmpty() || match.methods().contains(request.method()))
              && (match.services().isEmpty() || match.services().contains(request.service()))
              && (match.tiers().isEmpty() || match.tiers().contains(tier))
              && (match.priorities().isEmpty() || match.priorities().contains(request.priority()))
              && (match.users().isEmpty() || match.users().contains(request.user()))
              && (match.ips().isEmpty() || isAmong(match.ips(), request))
              && (match.apiKeys().isEmpty() || match.apiKeys().contains(digest(request.apiKey())))
              && isAmong(match.subjects(), request)
              && request.attributes().entrySet().containsAll(match.attributes().entrySet())
              && (rule.key().get(0).kind() != KeyPart.Kind.USER || request.user() != null);
      if (applies) {
        ids.add(rule.id());
      }
    }
    return ids;
  }

  private static String digest(String apiKey) {
    return apiKey == null ? null : SecretValue.digest(apiKey);
  }
}
