package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The charges and slots of a client that disconnects before its answer. */
class UndeliveredTest {
  private static final Rule RATE = Rule.builder("rate").key("user").limits("10/1h").build();
  private static final Rule SLOTS =
      Rule.builder("slots").key("user").limits("2/1h").algorithm(Algorithm.CONCURRENCY).build();

  private final ThrottleX throttlex =
      ThrottleX.of(RuleBook.of(List.of(), Fallback.ALLOW, List.of(RATE, SLOTS)));

  private static RequestContextBuilder user() {
    return RequestContext.builder().user("u");
  }

  private void leave(RequestContext request) {
    throttlex.undelivered(request, throttlex.check(request));
  }

  private long left(String rule) {
    return throttlex.inspect(rule + "|user=u").get(0).remaining();
  }

  @Test
  void requestThatReservedNothing_isChargedAndItsSlotIsFree() {
    leave(user().build());

    assertThat(left("rate")).isEqualTo(9);
    assertThat(left("slots")).isEqualTo(2);
  }

  @Test
  void requestThatAskedForAReservation_getsEverythingBack() {
    leave(user().reserve(true).build());

    assertThat(left("rate")).isEqualTo(10);
    assertThat(left("slots")).isEqualTo(2);
  }

  @Test
  void requestThatCanBeRepeated_keepsEverything() {
    leave(user().reserve(true).idempotencyKey("k").build());

    assertThat(left("rate")).isEqualTo(9);
    assertThat(left("slots")).isEqualTo(1);
  }
}
