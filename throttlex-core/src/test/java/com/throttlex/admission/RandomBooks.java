package com.throttlex.admission;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.rule.SubjectNames;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Books of few rules and requests of few values, so that limits are often met. */
final class RandomBooks {
  private static final List<String> TIERS = List.of("free", "pro");
  private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());
  private static final String[] PARTS = {
    "ip", "user", "tier", "global", "api-key", "endpoint", "method", "attribute:region", "header:t"
  };

  private final Random random;

  RandomBooks(long seed) {
    random = new Random(seed);
  }

  boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  int below(int n) {
    return random.nextInt(n);
  }

  private String any(String... of) {
    return of[random.nextInt(of.length)];
  }

  RuleBook book() {
    List<Rule> rules = new ArrayList<>();
    int size = 1 + random.nextInt(5);
    for (int i = 0; i < size; i++) {
      Match match = match();
      RuleBuilder rule = rule("r" + i).match(match);
      if (!match.subjects().isEmpty() && oneIn(2)) {
        rule.key("subject");
      }
      rule.mode(oneIn(5) ? Mode.SHADOW : oneIn(12) ? Mode.OFF : Mode.ENFORCE);
      rule.rollout(oneIn(8) ? 50 : 100);
      if (i > 0 && oneIn(4)) {
        rule.replaces("r" + random.nextInt(i));
      }
      rules.add(rule.build());
    }
    return RuleBook.of(TIERS, fallback(), rules);
  }

  private Fallback fallback() {
    return switch (random.nextInt(4)) {
      case 0 -> Fallback.DENY;
      case 1 -> Fallback.ALLOW;
      default -> new Fallback.Default(rule("default").build());
    };
  }

  private RuleBuilder rule(String id) {
    RuleBuilder rule = Rule.builder(id).cost(1 + random.nextInt(2));
    String first = any(PARTS);
    String second = any(PARTS);
    rule.key(
        first.equals(second) || oneIn(2) ? new String[] {first} : new String[] {first, second});
    Algorithm algorithm = ALGORITHMS.get(random.nextInt(ALGORITHMS.size()));
    rule.algorithm(algorithm);
    if (algorithm.canDelay() && oneIn(4)) {
      rule.onExceed(OnExceed.delay(Duration.ofSeconds(1 + random.nextInt(30))));
    }
    // An API key belongs to one tier, which these requests do not know.
    if (oneIn(4) && !first.equals("api-key") && !second.equals("api-key")) {
      return rule.limits("free", rates()).limits("pro", rates());
    }
    return rule.limits(Rule.EVERY_TIER, rates());
  }

  private List<Rate> rates() {
    List<Rate> rates = new ArrayList<>(List.of(rate()));
    if (oneIn(4)) {
      rates.add(rate());
    }
    return rates;
  }

  /** Amounts that divide the period: with others a bucket gives back a nanosecond less. */
  private Rate rate() {
    return Rate.parse((2 + random.nextInt(5)) + "/" + 3 * (1 + random.nextInt(20)) + "s");
  }

  private Match match() {
    return new Match(
        oneIn(4) ? EndpointPattern.parse(any("/a", "/b", "/*")) : null,
        oneIn(6) ? Set.of("GET") : Set.of(),
        Set.of(),
        oneIn(8) ? Map.of("region", "eu") : Map.of(),
        oneIn(8) ? Set.of(any("free", "pro")) : Set.of(),
        oneIn(8) ? Set.of(Priority.HIGH) : Set.of(),
        oneIn(8) ? Set.of(any("u", "v")) : Set.of(),
        oneIn(10) ? Set.of(Entrance.IP) : Set.of(),
        oneIn(10) ? Set.of("k") : Set.of(),
        SubjectNames.of(oneIn(10) ? Set.of(any("u", "k", Entrance.IP)) : Set.of()));
  }

  /** Returns the fields that every request has before authentication. */
  RequestContextBuilder shown() {
    return RequestContext.builder()
        .ip(any(Entrance.IP, "192.0.2.2"))
        .method(any("GET", "PUT"))
        .endpoint(any("/a", "/b"))
        .apiKey(oneIn(2) ? "k" : null)
        .header("t", oneIn(2) ? any("x", "y") : null);
  }

  /**
   * Adds the fields that are known after authentication; sometimes there is no user. Each user has
   * one tier.
   */
  RequestContext known(RequestContext shown) {
    String user = oneIn(5) ? null : any("u", "v", "w");
    return shown.toBuilder()
        .user(user)
        .tier("u".equals(user) ? "free" : "v".equals(user) ? "pro" : null)
        .priority(oneIn(2) ? Priority.HIGH : null)
        .attribute("region", oneIn(2) ? any("eu", "us") : null)
        .build();
  }
}
