package com.throttlex.replay;

import com.throttlex.TimeSource;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counts of one rule during a replay. */
final class RuleTally {
  private static final long MINUTE = 60_000_000_000L;

  private final Rule rule;
  private final int number;
  private final boolean shadow;
  private final TimelineTally timeline;
  private long requests;
  private long denied;
  private long delayed;
  private long minuteEnd = Long.MIN_VALUE;
  private long minuteRequests;
  private long minuteDenied;
  private @Nullable BusiestMinute busiest;

  /**
   * Creates counts of 0.
   *
   * @param mostBuckets the largest number of buckets of the timeline
   */
  RuleTally(Rule rule, int number, int mostBuckets) {
    this.rule = rule;
    this.number = number;
    timeline = new TimelineTally(mostBuckets);
    shadow = rule.mode() == Mode.SHADOW;
  }

  Rule rule() {
    return rule;
  }

  int number() {
    return number;
  }

  boolean isShadow() {
    return shadow;
  }

  /** Counts a decision to which the rule applied. */
  void count(long now, boolean isDenied, boolean isDelayed) {
    if (now >= minuteEnd) {
      endMinute();
      minuteEnd = Math.floorDiv(now, MINUTE) * MINUTE + MINUTE;
    }
    timeline.advance(now);
    timeline.count(TimelineTally.REQUESTS);
    requests++;
    minuteRequests++;
    if (isDenied) {
      denied++;
      minuteDenied++;
      timeline.count(shadow ? TimelineTally.SHADOW_DENIED : TimelineTally.DENIED);
    } else if (isDelayed) {
      delayed++;
      timeline.count(TimelineTally.DELAYED);
    }
  }

  private void endMinute() {
    if (minuteRequests > (busiest == null ? 0 : busiest.requests())) {
      busiest =
          new BusiestMinute(TimeSource.instant(minuteEnd - MINUTE), minuteRequests, minuteDenied);
    }
    minuteRequests = 0;
    minuteDenied = 0;
  }

  RuleResult result(KeySummary keys, TimelineTally whole, List<DeniedKey> mostDenied) {
    endMinute();
    return new RuleResult(
        rule,
        requests,
        keys.keys(),
        keys.deniedKeys(),
        shadow ? 0 : denied,
        delayed,
        shadow ? denied : 0,
        busiest,
        keys.shares(),
        mostDenied,
        timeline.in(whole));
  }
}
