package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunAndCallTest {
  private static final RequestContext REQUEST = RequestContext.ofUser("u");

  private final Lab slots = Lab.of(perUser("r", "1/30s").algorithm(Algorithm.CONCURRENCY));
  private final Lab rate = Lab.of(perUser("r", "1/30s"));

  @Test
  void run_whenAllowed_holdsTheSlotOnlyDuringTheWork() throws InterruptedException {
    List<Long> left = new ArrayList<>();

    boolean ran = slots.throttlex.run(REQUEST, Duration.ZERO, () -> left.add(slots.left("u", "r")));

    assertThat(ran).isTrue();
    assertThat(left).containsExactly(0L);
    assertThat(slots.left("u", "r")).isEqualTo(1);
  }

  @Test
  void run_whenDenied_doesNotRunTheWork() throws InterruptedException {
    slots.use("u", 1);

    boolean ran =
        slots.throttlex.run(
            REQUEST,
            Duration.ofSeconds(1),
            () -> {
              throw new AssertionError("ran");
            });

    assertThat(ran).isFalse();
    assertThat(slots.left("u", "r")).isZero();
  }

  @Test
  void run_whenWorkThrows_freesTheSlot() {
    IllegalStateException failure = new IllegalStateException("work");

    assertThatThrownBy(
            () ->
                slots.throttlex.run(
                    REQUEST,
                    Duration.ZERO,
                    () -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    assertThat(slots.left("u", "r")).isEqualTo(1);
  }

  @Test
  void call_whenAllowed_returnsTheResultAndFreesTheSlot() throws Exception {
    String result =
        slots.throttlex.call(
            REQUEST, Duration.ZERO, () -> "left " + slots.left("u", "r"), denied -> "denied");

    assertThat(result).isEqualTo("left 0");
    assertThat(slots.left("u", "r")).isEqualTo(1);
  }

  @Test
  void call_whenWorkThrows_freesTheSlot() {
    IOException failure = new IOException("work");

    assertThatThrownBy(
            () ->
                slots.throttlex.call(
                    REQUEST,
                    Duration.ZERO,
                    () -> {
                      throw failure;
                    },
                    denied -> "denied"))
        .isSameAs(failure);
    assertThat(slots.left("u", "r")).isEqualTo(1);
  }

  @Test
  void call_whenDenied_returnsTheResultOfTheDeniedFunction() throws Exception {
    slots.use("u", 1);

    String result =
        slots.throttlex.call(
            REQUEST,
            Duration.ZERO,
            () -> "ran",
            denied -> denied.rule() + " in " + denied.retryAfter());

    assertThat(result).isEqualTo("r in 30");
  }

  @Test
  void runAndCall_underARate_stayCharged() throws Exception {
    assertThat(rate.throttlex.run(REQUEST, Duration.ZERO, () -> {})).isTrue();
    assertThat(rate.throttlex.run(REQUEST, Duration.ZERO, () -> {})).isFalse();
    assertThat(rate.throttlex.call(REQUEST, Duration.ofSeconds(30), () -> 1, denied -> 0))
        .isEqualTo(1);
    assertThat(rate.time.elapsed()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void run_underARateWithReservation_staysChargedInFull() throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "10/1h"));
    RequestContext four = REQUEST.toBuilder().cost(4).reserve(true).build();

    lab.throttlex.run(four, Duration.ZERO, () -> {});

    assertThat(lab.left("u", "r")).isEqualTo(6);
  }

  @Test
  void run_nestedInAnotherRun_freesTheSlotsOneByOne() throws InterruptedException {
    Lab two = Lab.of(perUser("r", "2/30s").algorithm(Algorithm.CONCURRENCY));
    List<Long> left = new ArrayList<>();

    two.throttlex.run(
        REQUEST,
        Duration.ZERO,
        () -> {
          try {
            two.throttlex.run(REQUEST, Duration.ZERO, () -> left.add(two.left("u", "r")));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          left.add(two.left("u", "r"));
        });

    assertThat(left).containsExactly(0L, 1L);
    assertThat(two.left("u", "r")).isEqualTo(2);
  }
}
