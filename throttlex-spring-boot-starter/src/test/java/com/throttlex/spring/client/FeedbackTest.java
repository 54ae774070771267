package com.throttlex.spring.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.HttpHeaders;

class FeedbackTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");

  private static long seconds(int status, String... headers) {
    HttpHeaders all = new HttpHeaders();
    for (int i = 0; i < headers.length; i += 2) {
      all.add(headers[i], headers[i + 1]);
    }
    return Duration.ofNanos(Feedback.closedNanos(status, all, ManualClock.nanos(NOW))).toSeconds();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "30 | 30",
        "0 | 0",
        "Sun, 15 Nov 2026 12:00:45 GMT | 45",
        "Sunday, 15-Nov-26 12:00:45 GMT | 45",
        "Sun Nov 15 12:00:45 2026 | 45",
        "Sun, 15 Nov 2026 11:00:00 GMT | 0",
        "Sun, 15 Nov 2099 11:00:00 GMT | 86400",
        "999999999999999 | 86400",
        "99999999999999999999999999 | 0",
        "-5 | 0",
        "+5 | 0",
        "1.5 | 0",
        "soon | 0",
        "'' | 0"
      })
  void retryAfter_isReadStrictlyAndBounded(String value, long seconds) {
    assertThat(seconds(429, "Retry-After", value)).isEqualTo(seconds);
    assertThat(seconds(503, "Retry-After", value)).isEqualTo(seconds);
    assertThat(seconds(200, "Retry-After", value)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "\"x\";r=0;t=30 | 30",
        "x;r=0;t=30 | 30",
        "\"x\"; t=30; r=0 | 30",
        "\"x\";r=1;t=30 | 0",
        "\"x\";r=0 | 0",
        "\"a\";r=0;t=30,\"b\";r=0;t=60 , \"c\";r=1;t=90 | 60",
        "\"a,b;r=1\";r=0;t=30;pk=:cGs=:;on;note=\"a \\\"b\\\"\" | 30",
        "\"x\";r=0;t=999999999999999 | 86400",
        "\"x\";r=0;t=9999999999999999 | 0",
        "\"x\";r=0;t=-3 | 0",
        "\"x\";r=0;t=1.5 | 0",
        "\"x;r=0;t=30 | 0",
        "\"x\";r=0;t=30, | 0",
        "\"x\";r=0;t=30 y | 0",
        "limit=10, remaining=0, reset=30 | 0",
        "30 | 0"
      })
  void rateLimit_isReadStrictlyAndBounded(String value, long seconds) {
    assertThat(seconds(200, "RateLimit", value)).isEqualTo(seconds);
    assertThat(seconds(429, "RateLimit", value)).isEqualTo(seconds);
  }

  @Test
  void rateLimit_ofAbsurdLength_saysNothingAndTakesNoTime() {
    assertThat(seconds(200, "RateLimit", "\"" + "a".repeat(2000) + "\";r=0;t=3")).isZero();
    assertThat(seconds(200, "RateLimit", "\"" + "a".repeat(1900) + "\";r=0;t=3")).isEqualTo(3);
    assertThat(seconds(200, "RateLimit", "\"a\"" + ";r".repeat(900))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 30, 30",
    "1, 30, 0",
    "0, 1794744060, 60",
    "0, 1794744060500, 61",
    "0, 1794740000, 0",
    "0, 9999999999, 86400",
    "0, soon, 0",
    "none, 30, 0",
    "-1, 30, 0"
  })
  void olderHeaders_areReadAsWaitsOrMoments(String remaining, String reset, long seconds) {
    assertThat(seconds(200, "X-RateLimit-Remaining", remaining, "X-RateLimit-Reset", reset))
        .isEqualTo(seconds);
  }

  @Test
  void retryAfter_besidesOthers_decides() {
    assertThat(seconds(429, "Retry-After", "5", "RateLimit", "\"x\";r=0;t=30")).isEqualTo(5);
    assertThat(seconds(429, "Retry-After", "soon", "RateLimit", "\"x\";r=0;t=30")).isEqualTo(30);
    assertThat(seconds(200, "RateLimit", "\"a\";r=0;t=3", "RateLimit", "\"b\";r=0;t=4"))
        .isEqualTo(4);
  }
}
