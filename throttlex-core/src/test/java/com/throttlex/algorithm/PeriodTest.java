package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PeriodTest {
  @ParameterizedTest
  @CsvSource({
    "1ms,      PT0.001S, 1,          1ms",
    "250ms,    PT0.25S,  1,          250ms",
    "1000ms,   PT1S,     1,          1s",
    "1001ms,   PT1.001S, 2,          1001ms",
    "1s,       PT1S,     1,          1s",
    "90s,      PT90S,    90,         90s",
    "60s,      PT1M,     60,         1m",
    "5m,       PT5M,     300,        5m",
    "120m,     PT2H,     7200,       2h",
    "2h,       PT2H,     7200,       2h",
    "24h,      P1D,      86400,      1d",
    "25h,      PT25H,    90000,      25h",
    "1d,       P1D,      86400,      1d",
    "18250d,   P18250D,  1576800000, 18250d",
    "007s,     PT7S,     7,          7s",
  })
  void length_isParsedAndPrintedInTheLargestFittingUnit(
      String text, Duration length, long seconds, String printed) {
    Period period = Period.parse(text);

    assertThat(period).isEqualTo(Period.of(length));
    assertThat(period.nanos()).isEqualTo(length.toNanos());
    assertThat(period.seconds()).isEqualTo(seconds);
    assertThat(period.calendar()).isNull();
    assertThat(period.zone()).isEqualTo(ZoneOffset.UTC);
    assertThat(period).hasToString(printed);
    assertThat(Period.parse(printed)).isEqualTo(period);
  }

  @ParameterizedTest
  @ValueSource(strings = {"day", "week", "month"})
  void calendarUnit_isParsedInItsTimeZone(String text) {
    ZoneId berlin = ZoneId.of("Europe/Berlin");

    assertThat(Period.parse(text)).hasToString(text);
    assertThat(Period.parse(text).zone()).isEqualTo(ZoneOffset.UTC);
    assertThat(Period.parse(text, berlin).zone()).isEqualTo(berlin);
    assertThat(Period.parse(text, berlin)).isNotEqualTo(Period.parse(text));
    assertThat(Period.parse("1d", berlin)).isEqualTo(Period.parse("1d"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "s",
        "1S",
        "1 s",
        " 1s",
        "1s ",
        "-1s",
        "+1s",
        "1.5s",
        "1us",
        "1ns",
        "1w",
        "1y",
        "1month",
        "Day",
        "DAY",
        "days",
        "day ",
        "hour",
        "1s1m",
        "PT1S",
        "1_000s",
        "0x1s",
        "\u0661s",
        "1234567890123s",
        "99999999999999999999999999d"
      })
  void period_ofInvalidText_isAnErrorNamingTheText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Period.parse(text))
        .withMessage(
            "period: \""
                + text
                + "\" (expected: a number and ms, s, m, h or d such as 250ms, 1s, 5m, 2h, 1d,"
                + " or one of day, week, month)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0ms", "0s", "0d", "18251d", "438001h", "999999999999d"})
  void periodText_outOfRange_isAnError(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Period.parse(text))
        .withMessageStartingWith("period: ")
        .withMessageEndingWith("(expected: between 1ms and 18250d)");
  }

  @Test
  void duration_outOfRange_isAnError() {
    for (Duration length :
        new Duration[] {
          Duration.ZERO,
          Duration.ofNanos(999_999),
          Duration.ofSeconds(-1),
          Period.LONGEST.plusNanos(1),
          Duration.ofSeconds(Long.MAX_VALUE),
          Duration.ofSeconds(Long.MIN_VALUE)
        }) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> Period.of(length))
          .withMessage("period: " + length + " (expected: between 1ms and 18250d)");
    }
    assertThatIllegalArgumentException().isThrownBy(() -> new Period(0, null, ZoneOffset.UTC));
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTC", "Europe/Berlin", "+02:00", "Z", "GMT+1"})
  void timeZone_isParsed(String text) {
    assertThat(Period.parseZone(text)).isEqualTo(ZoneId.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "Berlin", "europe/berlin", "+25:00", "Mars/Olympus"})
  void timeZone_ofInvalidText_isAnErrorNamingTheText(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Period.parseZone(text))
        .withMessage(
            "zone: \"" + text + "\" (expected: a time zone such as UTC, Europe/Berlin or +02:00)");
  }
}
