package com.throttlex.http;

import static com.throttlex.http.Scene.headers;
import static com.throttlex.http.Scene.rule;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Rule;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class QuotaFieldsTest {
  @Test
  void severalLimits_areNumberedInOrderAndToldReportedFirst() {
    Scene scene = Scene.of(rule("orders", "1000/1m", "500/1d"), rule("all", "2000/1s"));
    assertThat(headers(scene.check(100)))
        .containsEntry(
            "RateLimit-Policy",
            "\"orders\";q=1000;w=60, \"orders:2\";q=500;w=86400, \"all\";q=2000;w=1")
        .containsEntry(
            "RateLimit", "\"orders:2\";r=400;t=17280, \"orders\";r=900;t=6, \"all\";r=1900;t=1");
  }

  @Test
  void severalLimits_onADenial_areNoLaterThanRetryAfter() {
    Scene scene = Scene.of(rule("orders", "10/1m", "500/1d"));
    scene.check(10);
    assertThat(headers(scene.check(1)))
        .containsEntry("RateLimit", "\"orders\";r=0;t=6, \"orders:2\";r=490;t=6")
        .containsEntry("Retry-After", "6");
  }

  @Test
  void burst_isTheQuotaAndItsFillTimeTheWindow() {
    Rate rate = Rate.parse("10/1s").withBurst(105);
    Scene scene = Scene.of(Rule.builder("burst").key("global").limits("*", List.of(rate)));
    assertThat(headers(scene.check(1)))
        .containsEntry("X-RateLimit-Limit", "105")
        .containsEntry("RateLimit-Policy", "\"burst\";q=105;w=11")
        .containsEntry("RateLimit", "\"burst\";r=104;t=1");
  }

  @Test
  void periodUnderASecond_isAWindowOfOne() {
    assertThat(headers(Scene.of(rule("fast", "10/250ms")).check(1)))
        .containsEntry("RateLimit-Policy", "\"fast\";q=10;w=1");
  }

  @Test
  void concurrency_hasAUnitAndNoWindow() {
    Scene scene = Scene.of(rule("slots", "2/30s").algorithm(Algorithm.CONCURRENCY));
    assertThat(headers(scene.check(1)))
        .containsEntry("RateLimit-Policy", "\"slots\";q=2;qu=\"concurrent-requests\"")
        .containsEntry("RateLimit", "\"slots\";r=1;t=30");
  }

  @Test
  void item_escapesWhatAStringMayNotHold() {
    StringBuilder out = new StringBuilder();
    QuotaFields.item(out, "a\"b\\c");
    QuotaFields.item(out, "\r\nü\u007f~ ");
    assertThat(out).hasToString("\"a\\\"b\\\\c\", \"????~ \"");
    assertThat(StrictFields.read(out.toString()).get(0).name()).isEqualTo("a\"b\\c");
  }

  @Test
  void parameter_hasAtMostFifteenDigitsAndNoSign() {
    StringBuilder out = new StringBuilder();
    QuotaFields.parameter(out, ";q=", Long.MAX_VALUE);
    QuotaFields.parameter(out, ";r=", -1);
    assertThat(out).hasToString(";q=999999999999999;r=0");
  }

  @Test
  void fillSeconds_isExactForProductsOfAnySize() {
    Random random = new Random(1);
    for (int i = 0; i < 10_000; i++) {
      long amount = 1 + bits(random, 46);
      long period = Math.max(amount, bits(random, 60));
      long capacity = 1 + bits(random, 46) % amount;
      assertThat(QuotaFields.fillSeconds(capacity, period, amount))
          .as("%d * %d / %d", capacity, period, amount)
          .isEqualTo(naive(capacity, period, amount));
    }
  }

  /** A number of up to that many bits, small ones as likely as large ones. */
  private static long bits(Random random, int most) {
    return random.nextLong() >>> (64 - 1 - random.nextInt(most));
  }

  private static long naive(long capacity, long period, long amount) {
    BigInteger[] parts =
        BigInteger.valueOf(capacity)
            .multiply(BigInteger.valueOf(period))
            .divideAndRemainder(
                BigInteger.valueOf(amount).multiply(BigInteger.valueOf(1_000_000_000)));
    return parts[0].longValueExact() + parts[1].signum();
  }
}
