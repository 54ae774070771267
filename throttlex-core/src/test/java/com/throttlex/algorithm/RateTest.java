package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {
  @ParameterizedTest
  @CsvSource({
    "1/1s,                  1,               1s",
    "100/1m,                100,             1m",
    "0100/60s,              100,             1m",
    "1000000/1ms,           1000000,         1ms",
    "1000000000/1s,         1000000000,      1s",
    "100000000000000/18250d, 100000000000000, 18250d",
    "5/day,                 5,               day",
    "5/month,               5,               month",
  })
  void rate_isParsedAndPrinted(String text, long amount, String period) {
    Rate rate = Rate.parse(text);

    assertThat(rate).isEqualTo(new Rate(amount, Period.parse(period), 0));
    assertThat(rate.effectiveBurst()).isEqualTo(amount);
    assertThat(rate).hasToString(amount + "/" + period);
    assertThat(Rate.parse(rate.toString())).isEqualTo(rate);
  }

  @Test
  void calendarRate_isParsedInItsTimeZone() {
    ZoneId zone = ZoneId.of("Asia/Tokyo");

    assertThat(Rate.parse("5/week", zone).period().zone()).isEqualTo(zone);
  }

  @Test
  void burst_whenSet_replacesTheAmount() {
    Rate rate = Rate.of(10, Duration.ofSeconds(1)).withBurst(25);

    assertThat(rate.effectiveBurst()).isEqualTo(25);
    assertThat(rate.withBurst(0)).isEqualTo(Rate.parse("10/1s"));
    assertThat(rate).isNotEqualTo(Rate.parse("10/1s")).hasToString("10/1s");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "1",
        "1/",
        "/1s",
        "1//1s",
        "1/1s/1s",
        "a/1s",
        "-1/1s",
        "+1/1s",
        "1.5/1s",
        "1e3/1s",
        "1 /1s",
        "1/ 1s",
        " 1/1s",
        "1/1s ",
        "1/1.5s",
        "1/-1s",
        "1_000/1s",
        "\u0661/1s",
        "1/1s\n"
      })
  void rate_ofInvalidText_isAnErrorNamingTheText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.parse(text))
        .withMessage("limit: \"" + text + "\" (expected: AMOUNT/PERIOD such as 100/1m)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "000",
        "100000000000001",
        "9223372036854775807",
        "9223372036854775808",
        "18446744073709551617",
        "340282366920938463463374607431768211457"
      })
  void amount_outOfRange_isAnErrorNamingTheAmount(String amount) {
    String named = amount.replaceFirst("^0+(?=.)", "");

    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.parse(amount + "/18250d"))
        .withMessage("amount: " + named + " (expected: a whole number from 1 to 100000000000000)");
  }

  @ParameterizedTest
  @CsvSource({"1000000001/1s, 1s", "1000001/1ms, 1ms", "100000000000000/1d, 1d"})
  void rate_aboveOnePerNanosecond_isAnError(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.parse(text))
        .withMessage("rate: " + text + " (expected: at most 1000000000 a second)");
  }

  @Test
  void rate_withUnknownPeriod_isAnErrorNamingThePeriod() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Rate.parse("10/1y"))
        .withMessageStartingWith("period: \"1y\" (expected: ");
  }

  @Test
  void burst_outOfRange_isAnErrorNamingTheBurst() {
    for (long burst : new long[] {-1, Long.MIN_VALUE, Rate.MAX_AMOUNT + 1, Long.MAX_VALUE}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Rate.parse("1/1s").withBurst(burst))
          .withMessage("burst: " + burst + " (expected: a whole number from 0 to 100000000000000)");
    }
  }
}
