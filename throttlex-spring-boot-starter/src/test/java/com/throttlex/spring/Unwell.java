package com.throttlex.spring;

import com.throttlex.ThrottleX;
import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Outcome;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.SourceReport;
import com.throttlex.request.Priority;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.tck.Await;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules of applications that are made unhealthy, and the health that their engines measure. */
public final class Unwell {
  private Unwell() {}

  /** A limit that moves, one whose low class is shed first, and rules for methods. */
  public static RuleBook rules() {
    Classifier header = new Classifier(Match.ALL, Priority.HIGH, KeyPart.parse("header:X-Class"));
    return RuleBook.of(
        new Preamble(List.of(), Fallback.ALLOW, List.of(header), AdaptiveSettings.DEFAULTS),
        List.of(
            Rule.builder("moving")
                .endpoint("/moving/**")
                .key("global")
                .limits("1000/1h")
                .adaptive(new Adaptive(500, 2000, List.of("answers", "shop", "system")))
                .build(),
            Rule.builder("capacity")
                .endpoint("/capacity")
                .key("global")
                .limits("4/1h")
                .shares(Map.of(Priority.LOW, 50))
                .onExceed(OnExceed.SHED)
                .build(),
            Rule.builder("method")
                .match(Match.endpoint("/nowhere"))
                .key("global")
                .limits("1/1h")
                .onExceed(OnExceed.SHED)
                .build()));
  }

  /** Discards everything that has ended so far. */
  public static void forget(ThrottleX throttlex, ManualClock clock) {
    clock.advance(Duration.ofSeconds(1));
    throttlex.adaptive().tick(clock.nanos());
  }

  /**
   * Returns the outcome of the requests to a source since the last call; the report of a request
   * may come a bit later. The clock moves by at least a second.
   */
  public static Outcome outcome(ThrottleX throttlex, ManualClock clock, String source) {
    Map<Signal, Double> values = measured(throttlex, clock, source);
    if (values.get(Signal.ERROR_RATE) == 0) {
      return Outcome.SUCCESS;
    }
    // A dropped request has no response time, because its end is not known.
    return values.containsKey(Signal.RESPONSE_TIME) ? Outcome.FAILURE : Outcome.DROPPED;
  }

  /** Returns the signals of a source since the last call. */
  public static Map<Signal, Double> measured(
      ThrottleX throttlex, ManualClock clock, String source) {
    return Await.answer("signals of " + source, () -> tick(throttlex, clock, source));
  }

  private static Optional<Map<Signal, Double>> tick(
      ThrottleX throttlex, ManualClock clock, String source) {
    forget(throttlex, clock);
    return Optional.ofNullable(throttlex.adaptive().status().sources().get(source))
        .map(SourceReport::values)
        .filter(values -> values.containsKey(Signal.ERROR_RATE));
  }
}
