package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.store.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class IdempotencyTest {
  private static RequestContextBuilder keyed() {
    return user("u").idempotencyKey("k");
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void check_repeatedWithSameKey_getsTheFirstAnswerAndIsChargedOnce(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "10/1h").algorithm(algorithm), global("all", "20/1h"));
    Decision first = lab.check(keyed().cost(3));
    lab.time.passSeconds(10);
    lab.check("u", 2);

    Decision again = lab.check(keyed().cost(3));

    assertThat(again).usingRecursiveComparison().isEqualTo(first);
    assertThat(again.remaining()).isEqualTo(7);
    assertThat(lab.left("u", "r")).isEqualTo(5);
    assertThat(lab.left("u", "all")).isEqualTo(15);
  }

  @Test
  void check_repeatedAfterDenial_isDecidedAnewUntilAdmitted() {
    Lab lab = Lab.of(perUser("r", "1/1s"));
    lab.use("u", 1);
    assertThat(lab.check(keyed()).allowed()).isFalse();
    assertThat(lab.check(keyed()).allowed()).isFalse();
    lab.time.passSeconds(1);

    Decision admitted = lab.check(keyed());

    assertThat(admitted.allowed()).isTrue();
    assertThat(lab.check(keyed())).usingRecursiveComparison().isEqualTo(admitted);
    lab.time.passSeconds(1);
    assertThat(lab.check(keyed())).usingRecursiveComparison().isEqualTo(admitted);
    assertThat(lab.check("u").allowed()).as("charged once").isTrue();
  }

  @Test
  void check_repeatedAfterFiveMinutes_isChargedAgain() {
    Lab lab = Lab.of(perUser("r", "10/1d"));
    lab.check(keyed());
    lab.time.pass(Duration.ofMinutes(5).minusNanos(1));
    assertThat(lab.check(keyed()).remaining()).isEqualTo(9);
    assertThat(lab.left("u", "r")).isEqualTo(9);

    lab.time.pass(Duration.ofNanos(1));

    assertThat(lab.check(keyed()).remaining()).isEqualTo(8);
  }

  @Test
  void check_repeatedAfterLimitChange_getsTheFirstAnswer() {
    Lab lab = Lab.of(perUser("r", "10/1h"));
    Decision first = lab.check(keyed());
    lab.throttlex.rules(Lab.book(perUser("r", "5/1h")));

    assertThat(lab.check(keyed())).usingRecursiveComparison().isEqualTo(first);
  }

  @Test
  void acquire_withIdempotencyKey_waitsAndIsChargedOnce() throws InterruptedException {
    Lab lab = Lab.of(perUser("r", "1/1s"));
    lab.use("u", 1);

    assertThat(lab.throttlex.acquire(keyed().build(), Duration.ofSeconds(10)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).hasSeconds(1);
    assertThat(lab.throttlex.acquire(keyed().build(), Duration.ofSeconds(10)).allowed()).isTrue();
    assertThat(lab.time.elapsed()).as("until the repetition").hasSeconds(1);
  }

  @Test
  void check_withDifferentKeys_isChargedEachTime() {
    Lab lab = Lab.of(perUser("r", "10/1d"));
    lab.check(user("u").idempotencyKey("a"));
    lab.check(user("u").idempotencyKey("b"));
    lab.check(user("u").idempotencyKey("A"));

    assertThat(lab.left("u", "r")).isEqualTo(7);
  }

  static Stream<UnaryOperator<RequestContextBuilder>> differences() {
    return Stream.of(
        request -> request.user("v"),
        request -> request.ip("192.0.2.1"),
        request -> request.apiKey("a"),
        request -> request.endpoint("/x"),
        request -> request.method("GET"),
        request -> request.service("s"),
        request -> request.tier("t"),
        request -> request.priority(Priority.LOW),
        request -> request.cost(1),
        request -> request.reserve(true),
        request -> request.attribute("a", "b"),
        request -> request.header("a", "b"));
  }

  @ParameterizedTest
  @MethodSource("differences")
  void check_ofDifferentRequestWithSameKey_isCharged(
      UnaryOperator<RequestContextBuilder> difference) {
    Lab lab = Lab.of(global("r", "10/1d"));
    lab.check(keyed());

    assertThat(lab.check(difference.apply(keyed())).remaining()).isEqualTo(8);
  }

  @Test
  void check_withHeaderInsteadOfAttribute_isADifferentRequest() {
    Lab lab = Lab.of(global("r", "10/1d"));
    List<RequestContextBuilder> requests =
        List.of(
            keyed().attribute("a", "b"),
            keyed().header("a", "b"),
            keyed().attribute("a", "b").header("c", "d"),
            keyed().attribute("a", "b").attribute("c", "d"),
            keyed().attribute("ab", "cd"));
    requests.forEach(lab::check);

    assertThat(lab.left("u", "r")).isEqualTo(5);
  }

  @Test
  void check_withAttributesInAnotherOrder_isTheSameRequest() {
    Lab lab = Lab.of(global("r", "10/1d"));
    lab.check(keyed().attribute("a", "b").attribute("c", "d"));
    lab.check(keyed().attribute("c", "d").attribute("a", "b"));

    assertThat(lab.left("u", "r")).isEqualTo(9);
  }

  @Test
  void check_repeatedWithSameKey_getsTheSameReservation() {
    Lab lab = Lab.of(perUser("r", "2/1m").algorithm(Algorithm.CONCURRENCY));
    String first = lab.check(keyed()).reservation();

    String again = lab.check(keyed()).reservation();

    assertThat(again).isNotNull().isEqualTo(first);
    assertThat(lab.throttlex.settle(again, 0)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.left("u", "r")).isEqualTo(2);
  }

  @Test
  void check_repeatedWithoutMatchingRule_getsTheTimeOfTheFirstAnswer() {
    Lab lab = Lab.of();
    Decision first = lab.check(keyed());
    lab.time.passSeconds(10);
    Decision again = lab.check(keyed());

    assertThat(first.resetAt()).isEqualTo(ManualTime.START.getEpochSecond());
    assertThat(again.resetAt()).isEqualTo(ManualTime.START.getEpochSecond());
  }

  @Test
  void explain_beforeCheck_doesNotCountAsTheFirstRequest() {
    Lab lab = Lab.of(perUser("r", "10/1d"));

    lab.throttlex.explain(keyed().build());

    assertThat(lab.check(keyed()).remaining()).isEqualTo(9);
    assertThat(lab.left("u", "r")).isEqualTo(9);
  }
}
