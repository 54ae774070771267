package com.throttlex.server.insight;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.request.RequestContext;
import com.throttlex.rules.RuleFile;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.time.Instant;

/** Decisions at times that the test chooses, sent to a listener. */
final class Lab implements TimeSource {
  static final Instant START = Instant.parse("2026-03-04T10:20:30Z");
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: one
          match: {endpoint: /one}
          key: [user]
          limits: 1/1d
          algorithm: sliding-window-log
        - id: two
          match: {endpoint: /two}
          key: [user]
          limits: 1/1d
          algorithm: sliding-window-log
        - id: shadow
          match: {endpoint: /shadow}
          key: [user]
          limits: 1/1d
          algorithm: sliding-window-log
          mode: shadow
      """;

  private final ThrottleX throttlex;
  private Instant now = START;

  Lab(DecisionListener listener) {
    throttlex = ThrottleX.of(RuleFile.parse(RULES, "rules.yml"), new MemoryStore(), this, listener);
  }

  static long nanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }

  @Override
  public long nanos() {
    return nanos(now);
  }

  @Override
  public void sleep(long nanos) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Instant now() {
    return now;
  }

  Instant pass(Duration time) {
    now = now.plus(time);
    return now;
  }

  Decision check(String user, String endpoint) {
    return throttlex.check(RequestContext.builder().user(user).endpoint(endpoint).build());
  }

  void checks(int times, String user, String endpoint) {
    for (int i = 0; i < times; i++) {
      check(user, endpoint);
    }
  }
}
