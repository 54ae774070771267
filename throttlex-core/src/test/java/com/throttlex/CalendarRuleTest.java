package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits by the calendar, through the engine; the edges are in CalendarWindowsTest. */
class CalendarRuleTest {
  private static Lab lab(String rate, String zone, Instant at) {
    List<Rate> limits = List.of(Rate.parse(rate, ZoneId.of(zone)));
    Lab lab = Lab.of(perUser("r").limits("*", limits));
    lab.time.pass(Duration.between(ManualTime.START, at));
    return lab;
  }

  @Test
  void dayLimit_onDayOf25Hours_resetsAtLocalMidnight() {
    Lab lab = lab("2/day", "Europe/Berlin", Instant.parse("2026-10-24T22:00:00Z")).use("u", 2);
    Decision denied = lab.check("u");
    assertThat(denied.retryAfter()).isEqualTo(25 * 3600);
    assertThat(denied.resetAt()).isEqualTo(Instant.parse("2026-10-25T23:00:00Z").getEpochSecond());

    lab.time.pass(Duration.ofHours(25).minusNanos(1));
    assertThat(lab.check("u").allowed()).isFalse();
    lab.time.pass(Duration.ofNanos(1));

    assertThat(lab.check("u").remaining()).isEqualTo(1);
  }

  @Test
  void dayLimit_onDayOf23Hours_resetsAtLocalMidnight() {
    Lab lab = lab("2/day", "America/New_York", Instant.parse("2027-03-14T05:00:00Z")).use("u", 2);
    assertThat(lab.check("u").retryAfter()).isEqualTo(23 * 3600);

    lab.time.pass(Duration.ofHours(23));

    assertThat(lab.check("u").remaining()).isEqualTo(1);
  }

  @Test
  void monthLimit_inLeapYearFebruary_resetsAfterTheLastDay() {
    Lab lab = lab("2/month", "Europe/Berlin", Instant.parse("2028-02-10T10:00:00Z")).use("u", 2);
    Decision denied = lab.check("u");

    assertThat(denied.resetAt()).isEqualTo(Instant.parse("2028-02-29T23:00:00Z").getEpochSecond());
    assertThat(denied.algorithm()).isEqualTo(Algorithm.FIXED_WINDOW);
    assertThat(denied.currentCount()).isEqualTo(2);
  }

  @Test
  void weekLimit_resetsOnMonday() {
    Lab lab = lab("2/week", "UTC", Instant.parse("2026-09-27T23:59:59Z")).use("u", 2);
    assertThat(lab.check("u").retryAfter()).isEqualTo(1);

    lab.time.passSeconds(1);

    Decision monday = lab.check("u");
    assertThat(monday.remaining()).isEqualTo(1);
    assertThat(monday.resetAt()).isEqualTo(Instant.parse("2026-10-05T00:00:00Z").getEpochSecond());
  }

  @Test
  void dayLimit_besideMinuteLimit_deniesWithoutChargingTheMinute() {
    Lab lab = Lab.of(perUser("r", "2/1m", "3/day"));
    lab.use("u", 2);
    lab.time.passSeconds(60);
    lab.use("u", 1);

    Decision denied = lab.check("u");

    assertThat(denied.limit()).isEqualTo(3);
    assertThat(denied.retryAfter()).isEqualTo(86_400 - 60);
    assertThat(denied.limits().get(0).remaining()).isEqualTo(1);
  }
}
