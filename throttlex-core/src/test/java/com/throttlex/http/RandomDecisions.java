package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Decisions of all kinds, the same for the same seed. */
final class RandomDecisions {
  private static final String ID = "Aa0._-zZ9";
  private static final List<String> VALUES =
      List.of("a", "\"", "\\", "\"],", "ü", "\u2028", "\ud83d\ude00", "%|=", "a\u00a0b");
  private static final List<Algorithm> ALGORITHMS = List.of(Algorithm.values());
  private static final List<String> PERIODS =
      List.of("7ms", "250ms", "1s", "1500ms", "1m", "7m", "1h", "1d", "40d", "day", "month");

  private final Random random;

  private RandomDecisions(long seed) {
    random = new Random(seed);
  }

  /** Makes decisions of as many rule books as there are seeds, 60 of each. */
  static void forEach(int seeds, Consumer<Decision> consumer) {
    for (long seed = 0; seed < seeds; seed++) {
      try {
        new RandomDecisions(seed).run(consumer);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private void run(Consumer<Decision> consumer) {
    Scene scene = new Scene(book());
    for (int i = 0; i < 60; i++) {
      scene.pass(Duration.ofNanos((long) Math.pow(10, random.nextDouble() * 12)));
      consumer.accept(scene.check(request()));
    }
  }

  private RequestContext request() {
    return RequestContext.builder()
        .attribute("x", VALUES.get(random.nextInt(VALUES.size())))
        .cost(random.nextInt(20) == 0 ? RequestContext.MAX_COST : random.nextInt(9))
        .reserve(random.nextInt(4) == 0)
        .build();
  }

  private RuleBook book() {
    List<Rule> rules = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      rules.add(rule(i));
    }
    Fallback fallback = random.nextBoolean() ? Fallback.ALLOW : Fallback.DENY;
    return RuleBook.of(List.of(), fallback, rules);
  }

  private Rule rule(int number) {
    Algorithm algorithm = ALGORITHMS.get(random.nextInt(ALGORITHMS.size()));
    RuleBuilder rule = Rule.builder(id() + number).key("attribute:x").algorithm(algorithm);
    List<Rate> rates = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      rates.add(rate(algorithm));
    }
    if (algorithm.canDelay() && random.nextBoolean()) {
      rule.onExceed(OnExceed.delay(Duration.ofMillis(1 + random.nextInt(60_000))));
    }
    return rule.limits(Rule.EVERY_TIER, rates)
        .mode(random.nextInt(4) == 0 ? Mode.SHADOW : Mode.ENFORCE)
        .build();
  }

  private Rate rate(Algorithm algorithm) {
    boolean slots = algorithm == Algorithm.CONCURRENCY;
    String period = PERIODS.get(random.nextInt(PERIODS.size() - (slots ? 2 : 0)));
    Rate rate = new Rate(1 + random.nextInt(50), Period.parse(period), 0);
    boolean burst = algorithm.hasBurst() && rate.period().calendar() == null;
    return burst && random.nextBoolean() ? rate.withBurst(1 + random.nextInt(90)) : rate;
  }

  private String id() {
    StringBuilder id = new StringBuilder("r");
    for (int i = random.nextInt(12); i > 0; i--) {
      id.append(ID.charAt(random.nextInt(ID.length())));
    }
    return id.toString();
  }
}
