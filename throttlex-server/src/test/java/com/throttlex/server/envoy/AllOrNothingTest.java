package com.throttlex.server.envoy;

import static com.throttlex.server.envoy.EnvoyLab.codes;
import static com.throttlex.server.envoy.EnvoyLab.entries;
import static com.throttlex.server.envoy.EnvoyLab.hits;
import static com.throttlex.server.envoy.EnvoyLab.limited;
import static com.throttlex.server.envoy.EnvoyLab.perValue;
import static com.throttlex.server.envoy.EnvoyLab.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.protocol.envoy.HeaderValue;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.protocol.envoy.RateLimitResponse.Code;
import com.throttlex.protocol.envoy.RateLimitUnit;
import com.throttlex.store.ReservationLife;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Several descriptors are charged together or not at all. */
class AllOrNothingTest {
  private final EnvoyLab lab =
      EnvoyLab.of(perValue("a", "5/1m").build(), perValue("b", "2/1m").build());

  private static RateLimitDescriptor.Builder own(String value, int amount) {
    return limited(entries("own", value), amount, RateLimitUnit.MINUTE);
  }

  @Test
  void descriptors_thatAllFit_areAllCharged() {
    RateLimitResponse answer =
        lab.decide(entries("a", "x"), entries("none", "y"), entries("b", "z"));
    assertThat(codes(answer)).containsExactly(Code.OK, Code.OK, Code.OK);
    assertThat(answer.getStatuses(0).getCurrentLimit().getName()).isEqualTo("per-a");
    assertThat(answer.getStatuses(1).hasCurrentLimit()).isFalse();
    assertThat(lab.left(entries("a", "x"))).isEqualTo(4);
    assertThat(lab.left(entries("b", "z"))).isEqualTo(1);
  }

  @Test
  void reservations_ofDescriptors_areBriefAndLeaveWhenTheyAreTakenBack() {
    lab.decide(entries("a", "x"), entries("b", "full"));
    lab.decide(entries("a", "x"), entries("b", "full"));
    long left = lab.store.reservedBytes();
    assertThat(left).as("two that passed").isPositive();
    assertThat(lab.decide(entries("a", "x"), entries("b", "full")).getOverallCode())
        .isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.store.reservedBytes()).as("the third was taken back").isEqualTo(left);
    for (int i = 0; i < 100; i++) {
      lab.time.advance(Duration.ofNanos(ReservationLife.BRIEF_NANOS));
      lab.decide(entries("a", "y" + i), entries("b", "z" + i));
    }
    assertThat(lab.store.reservedBytes())
        .as("those that ended leave as others come; a table has 16 parts")
        .isLessThanOrEqualTo(16 * left);
  }

  @Test
  void denial_ofAnyDescriptor_chargesNothing() {
    lab.decide(hits(entries("b", "full"), 2));
    RateLimitResponse last = lab.decide(entries("a", "x"), entries("b", "full"));
    assertThat(last.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(codes(last)).containsExactly(Code.OK, Code.OVER_LIMIT);
    assertThat(last.getStatuses(0).getLimitRemaining()).isEqualTo(5);
    RateLimitResponse middle =
        lab.decide(entries("a", "x"), entries("b", "full"), entries("a", "y"));
    assertThat(codes(middle)).containsExactly(Code.OK, Code.OVER_LIMIT, Code.OK);
    assertThat(lab.left(entries("a", "x"))).isEqualTo(5);
    assertThat(lab.left(entries("a", "y"))).isEqualTo(5);
  }

  @Test
  void laterDescriptor_thatDoesNotFitEither_isAlsoOverLimit() {
    RateLimitResponse answer = lab.decide(hits(entries("b", "x"), 3), hits(entries("a", "x"), 6));
    assertThat(codes(answer)).containsExactly(Code.OVER_LIMIT, Code.OVER_LIMIT);
  }

  @Test
  void headers_ofSeveralDescriptors_areThoseOfTheOneThatDecides() {
    lab.decide(hits(entries("b", "full"), 2));
    assertThat(lab.decide(entries("a", "x"), entries("b", "full")).getResponseHeadersToAddList())
        .extracting(HeaderValue::getValue)
        .contains("\"per-b\";r=0;t=50");
    assertThat(lab.decide(entries("a", "x"), entries("b", "x")).getResponseHeadersToAddList())
        .extracting(HeaderValue::getValue)
        .contains("\"per-b\";r=1;t=50");
  }

  @Test
  void sameCounter_usedTwice_isChargedTwiceOrNotAtAll() {
    assertThat(lab.code(entries("b", "x"), entries("b", "x"))).isEqualTo(Code.OK);
    assertThat(lab.left(entries("b", "x"))).isZero();
    assertThat(lab.code(hits(entries("b", "y"), 1), hits(entries("b", "y"), 2)))
        .isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.left(entries("b", "y"))).isEqualTo(2);
  }

  @Test
  void descriptorLimit_thatDenies_chargesNothing() {
    lab.decide(hits(own("full", 3), 3));
    RateLimitResponse answer = lab.decide(own("free", 3), entries("a", "x"), own("full", 3));
    assertThat(codes(answer)).containsExactly(Code.OK, Code.OK, Code.OVER_LIMIT);
    assertThat(lab.left(own("free", 3))).isEqualTo(3);
    assertThat(lab.left(entries("a", "x"))).isEqualTo(5);
  }

  @Test
  void rule_thatDenies_doesNotChargeDescriptorLimits() {
    lab.decide(hits(entries("b", "full"), 2));
    assertThat(lab.code(own("free", 3), entries("b", "full"))).isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.left(own("free", 3))).isEqualTo(3);
    assertThat(lab.code(own("free", 3), entries("a", "x"))).isEqualTo(Code.OK);
    assertThat(lab.left(own("free", 3))).isEqualTo(2);
    assertThat(lab.left(entries("a", "x"))).isEqualTo(4);
  }

  @Test
  void sameDescriptorLimit_usedTwice_isChargedTwiceOrNotAtAll() {
    assertThat(lab.code(hits(own("x", 3), 2), hits(own("x", 3), 2))).isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.left(own("x", 3))).isEqualTo(3);
    assertThat(lab.code(hits(own("x", 3), 2), hits(own("x", 3), 1))).isEqualTo(Code.OK);
    assertThat(lab.left(own("x", 3))).isZero();
  }

  @Test
  void storeFailure_afterSomeCharges_givesThemBack() {
    for (int decisions = 0; decisions < 4; decisions++) {
      lab.store.failAfter(decisions);
      assertThat(
              lab.ask(
                  request(entries("a", "x"), entries("a", "y"), entries("b", "z"), own("v", 3))))
          .isCompletedExceptionally();
      lab.store.failAfter(Integer.MAX_VALUE);
      assertThat(lab.left(entries("a", "x"))).isEqualTo(5);
      assertThat(lab.left(entries("a", "y"))).isEqualTo(5);
      assertThat(lab.left(own("v", 3))).isEqualTo(3);
    }
  }

  @Test
  void requests_interleaved_neverExceedALimit() throws InterruptedException {
    lab.store.answerLate();
    CompletableFuture<RateLimitResponse> first =
        lab.ask(request(hits(entries("a", "x"), 5), entries("b", "full")));
    CompletableFuture<RateLimitResponse> second = lab.ask(request(entries("a", "x")));
    CompletableFuture<RateLimitResponse> third = lab.ask(request(hits(entries("b", "full"), 2)));
    lab.store.question().run(); // the first request takes all of a
    lab.store.question().run(); // so the second is denied
    lab.store.question().run(); // the third takes all of b
    lab.store.question().run(); // so the first is denied, and gives a back
    lab.store.question().run(); // and peeks at a again
    assertThat(second.join().getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(third.join().getOverallCode()).isEqualTo(Code.OK);
    assertThat(codes(first.join())).containsExactly(Code.OK, Code.OVER_LIMIT);
    assertThat(first.join().getStatuses(0).getLimitRemaining()).isEqualTo(5);
  }

  @Test
  void hundredDescriptors_areDecidedAllOrNothing() {
    RateLimitDescriptor.Builder[] many = new RateLimitDescriptor.Builder[100];
    for (int i = 0; i < many.length; i++) {
      many[i] = i % 2 == 0 ? entries("a", "v" + i) : own("v" + i, 1);
    }
    assertThat(lab.decide(many).getStatusesList()).hasSize(100);
    RateLimitResponse again = lab.decide(many);
    assertThat(again.getOverallCode()).isEqualTo(Code.OVER_LIMIT);
    assertThat(lab.left(entries("a", "v0"))).isEqualTo(4);
  }

  @Test
  void concurrentRequests_admitExactlyTheLimitAndChargeNothingMore() throws Exception {
    EnvoyLab wide = EnvoyLab.of(perValue("a", "1000/1m").build(), perValue("b", "300/1m").build());
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<Integer>> runs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      runs.add(threads.submit(() -> admittedOf(wide, 500)));
    }
    int admitted = 0;
    for (Future<Integer> run : runs) {
      admitted += run.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();
    assertThat(admitted).isEqualTo(300);
    assertThat(wide.left(entries("a", "x"))).isEqualTo(700);
    assertThat(wide.left(entries("b", "y"))).isZero();
  }

  /**
   * Returns how many of a number of requests are allowed that need one unit of each, in either
   * order.
   */
  private static int admittedOf(EnvoyLab wide, int requests) {
    int admitted = 0;
    for (int i = 0; i < requests; i++) {
      boolean turn = i % 2 == 0;
      Code code =
          wide.code(
              turn ? entries("a", "x") : entries("b", "y"),
              turn ? entries("b", "y") : entries("a", "x"));
      admitted += code == Code.OK ? 1 : 0;
    }
    return admitted;
  }
}
