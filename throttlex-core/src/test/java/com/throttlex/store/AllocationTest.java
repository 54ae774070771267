package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import com.throttlex.RateLimiter;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AllocationTest {
  private static final int ROUNDS = 200_000;

  @ParameterizedTest
  @EnumSource(
      value = Algorithm.class,
      names = {"SLIDING_WINDOW_LOG", "CONCURRENCY"},
      mode = EnumSource.Mode.EXCLUDE)
  void chargeOfAnExistingKey_underAOneWordLimit_allocatesNothing(Algorithm algorithm) {
    RateLimiter limiter = RateLimiter.of("1000000/1s", algorithm);
    String[] keys = {"ada", "grace", "barbara", "margaret"};
    assertThat(
            bytesPerRound(
                i -> {
                  limiter.tryAcquire();
                  limiter.tryAcquire(keys[i & 3]);
                }))
        .isLessThan(1);
  }

  @Test
  void checkOfOneRule_allocatesOnlyItsDecision() {
    Rule rule = Rule.builder("per-user").endpoint("/a/**").key("user").limits("9/1s").build();
    ThrottleX throttlex = ThrottleX.of(RuleBook.of(rule));
    RequestContext request = RequestContext.builder().user("ada").endpoint("/a/b").build();
    assertThat(bytesPerRound(i -> throttlex.check(request))).isLessThanOrEqualTo(96);
  }

  @Test
  void checkByApiKey_allocatesOnlyItsDecision() {
    Rule rule = Rule.builder("per-key").key("api-key").limits("9/1s").build();
    ThrottleX throttlex = ThrottleX.of(RuleBook.of(rule));
    RequestContext request = RequestContext.builder().apiKey("ak_1").build();
    assertThat(bytesPerRound(i -> throttlex.check(request))).isLessThanOrEqualTo(96);
  }

  private interface Round {
    void run(int i);
  }

  private static double bytesPerRound(Round round) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < ROUNDS; i++) {
      round.run(i);
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < ROUNDS; i++) {
      round.run(i);
    }
    return (double) (threads.getCurrentThreadAllocatedBytes() - before) / ROUNDS;
  }
}
