package com.throttlex.server;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.rule.Block;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBuilder;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Creates random traces of few clients and small limits, so that many requests are denied. */
final class RandomReplays {
  private static final List<String> TIERS = List.of("free", "pro");
  private static final List<String> KEYS =
      List.of(
          "user",
          "ip",
          "api-key",
          "endpoint",
          "method",
          "service",
          "tier",
          "global",
          "attribute:region");
  private static final List<String> PATTERNS =
      List.of("/orders/{id}", "/orders/**", "/login", "/**");
  private static final List<String> PATHS =
      List.of("/orders", "/orders/7", "/Orders/7/", "/orders/8/items", "/login", "/");
  private static final List<String> ADDRESSES =
      List.of("203.0.113.1", "203.0.113.2", "2001:db8::1", "2001:DB8::2", "::ffff:203.0.113.1");
  private static final List<Duration> PERIODS =
      List.of(
          Duration.ofMillis(250),
          Duration.ofSeconds(1),
          Duration.ofSeconds(7),
          Duration.ofMinutes(1),
          Duration.ofHours(1),
          Duration.ofDays(1));

  private final Random random;

  private RandomReplays(long seed) {
    random = new Random(seed);
  }

  static ReplayTrace trace(long seed, int length) {
    RandomReplays of = new RandomReplays(seed);
    List<Rule> rules = new ArrayList<>();
    int count = 1 + of.random.nextInt(5);
    for (int i = 0; i < count; i++) { // in the order of their ids, as in a database
      rules.add(of.rule("r" + i, rules));
    }
    List<ReplayTrace.Step> steps = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      steps.add(new ReplayTrace.Step(of.pause(), of.body()));
    }
    return new ReplayTrace(seed, new Preamble(TIERS, of.fallback()), rules, steps);
  }

  private Fallback fallback() {
    return switch (random.nextInt(4)) {
      case 0 -> Fallback.DENY;
      case 1 -> new Fallback.Default(limited(Rule.builder("default")).build());
      default -> Fallback.ALLOW;
    };
  }

  private Rule rule(String id, List<Rule> earlier) {
    RuleBuilder rule = limited(Rule.builder(id)).match(match());
    if (chance(4)) {
      rule.mode(Mode.SHADOW);
    }
    if (chance(8)) {
      rule.rollout(50);
    }
    if (chance(6) && !earlier.isEmpty()) {
      rule.replaces(earlier.get(0).id());
    }
    return rule.build();
  }

  private Match match() {
    return new Match(
        chance(2) ? null : EndpointPattern.parse(pick(PATTERNS)),
        chance(3) ? Set.of("GET") : Set.of(),
        chance(6) ? Set.of("shop") : Set.of(),
        chance(6) ? Map.of("region", "eu") : Map.of(),
        chance(6) ? Set.of("pro") : Set.of(),
        chance(8) ? Set.of(Priority.NORMAL) : Set.of());
  }

  private RuleBuilder limited(RuleBuilder rule) {
    Algorithm algorithm = pick(List.of(Algorithm.values()));
    rule.algorithm(algorithm).key(key());
    if (chance(4)) {
      rule.limits("free", rates(algorithm)).limits("pro", rates(algorithm));
    } else {
      rule.limits(Rule.EVERY_TIER, rates(algorithm));
    }
    if (chance(4)) {
      rule.shares(
          Map.of(Priority.NORMAL, 60 + random.nextInt(40), Priority.LOW, random.nextInt(60)));
    }
    switch (random.nextInt(6)) {
      case 0 -> rule.onExceed(OnExceed.SHED);
      case 1 ->
          rule.onExceed(OnExceed.block(new Block(Duration.ofMinutes(5), 2, Duration.ofMinutes(1))));
      case 2 -> {
        if (algorithm.canDelay()) {
          rule.onExceed(OnExceed.delay(Duration.ofMillis(1500)));
        }
      }
      default -> {}
    }
    return rule;
  }

  private List<KeyPart> key() {
    List<String> parts = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      parts.add(pick(KEYS));
    }
    return parts.stream().distinct().map(KeyPart::parse).toList();
  }

  private List<Rate> rates(Algorithm algorithm) {
    List<Rate> rates = new ArrayList<>();
    do {
      long amount = 2L + random.nextInt(5);
      if (algorithm != Algorithm.CONCURRENCY && chance(6)) {
        Period.CalendarUnit unit = pick(List.of(Period.CalendarUnit.values()));
        rates.add(new Rate(amount, Period.of(unit, ZoneId.of("Europe/Berlin")), 0));
      } else {
        long burst = algorithm.hasBurst() && chance(3) ? 2L + random.nextInt(8) : 0;
        rates.add(new Rate(amount, Period.of(pick(PERIODS)), burst));
      }
    } while (chance(3));
    return rates;
  }

  private Duration pause() {
    return switch (random.nextInt(12)) {
      case 0, 1, 2 -> Duration.ZERO;
      case 3 -> Duration.ofNanos(1 + random.nextInt(3));
      case 4 -> Duration.ofMinutes(random.nextInt(90));
      case 5 -> Duration.ofHours(random.nextInt(30));
      default -> Duration.ofNanos(random.nextInt(2_000_000_000));
    };
  }

  private JsonObject body() {
    JsonObject body = new JsonObject();
    maybe(body, 80, "user", "u-" + random.nextInt(3));
    maybe(body, 80, "ip", pick(ADDRESSES));
    maybe(body, 50, "apiKey", "ak-" + random.nextInt(2));
    maybe(body, 90, "endpoint", pick(PATHS));
    maybe(body, 90, "method", pick(List.of("GET", "POST", "HEAD")));
    maybe(body, 50, "service", pick(List.of("shop", "mail")));
    maybe(body, 40, "tier", pick(List.of("free", "pro", "unknown")));
    maybe(body, 30, "priority", pick(List.of("critical", "high", "normal", "low")));
    maybe(body, 20, "cost", random.nextInt(4));
    maybe(body, 40, "attributes", new JsonObject().put("region", pick(List.of("eu", "us"))));
    maybe(body, 15, "idempotencyKey", "k-" + random.nextInt(3));
    return body;
  }

  private void maybe(JsonObject body, int percent, String name, Object value) {
    if (random.nextInt(100) < percent) {
      body.put(name, value);
    }
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
