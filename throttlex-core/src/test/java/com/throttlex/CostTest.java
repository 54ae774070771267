package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.request.RequestContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CostTest {
  @Test
  void check_withoutCost_isChargedTheCostOfEachRule() {
    Lab lab = Lab.of(perUser("one", "10/1m"), global("three", "10/1m").cost(3));

    assertThat(lab.check("u").limits())
        .extracting(LimitStatus::rule, LimitStatus::remaining)
        .containsExactly(tuple("one", 9L), tuple("three", 7L));
  }

  @Test
  void check_withCost_isChargedThatCostByEveryRule() {
    Lab lab = Lab.of(perUser("one", "10/1m"), global("three", "10/1m").cost(3));

    assertThat(lab.check("u", 2).limits())
        .extracting(LimitStatus::rule, LimitStatus::remaining)
        .containsExactly(tuple("one", 8L), tuple("three", 8L));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_withZeroCost_consumesNothing(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "3/1m").algorithm(algorithm).cost(2));

    assertThat(lab.check("u", 0).remaining()).isEqualTo(3);
    lab.check("u");
    for (int i = 0; i < 5; i++) {
      Decision asked = lab.check("u", 0);
      assertThat(asked.allowed()).isTrue();
      assertThat(asked.remaining()).isEqualTo(1);
      assertThat(asked.reservation()).isNull();
    }
    assertThat(lab.check("u", 1).remaining()).isZero();
    assertThat(lab.check("u", 0).remaining()).isZero();
  }

  @Test
  void check_withZeroCost_createsNoCounter() {
    Lab lab = Lab.of(perUser("r", "3/1m"));

    lab.check("u", 0);

    assertThat(lab.throttlex.inspect("r|user=u")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_withCostOfAllRemaining_isAllowedAndOneMoreIsDenied(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "10/1m").algorithm(algorithm));
    lab.check("u", 4);

    assertThat(lab.check("u", 7).allowed()).isFalse();
    assertThat(lab.check("u", 6).allowed()).isTrue();
    assertThat(lab.check("u", 1).allowed()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_withCostAboveTheLimit_isDeniedWithWaitNever(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "10/1m").algorithm(algorithm));

    for (long cost : new long[] {11, RequestContext.MAX_COST}) {
      Decision decision = lab.check("u", cost);
      assertThat(decision.allowed()).isFalse();
      assertThat(decision.waitNanos()).isEqualTo(Limit.NEVER);
      assertThat(decision.retryAfter()).isEqualTo(60);
      assertThat(decision.remaining()).isEqualTo(10);
    }
  }
}
