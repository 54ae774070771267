package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditEntry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Notes of users that are throttled. */
class ThrottledUsersTest {
  private final ThrottledUsers throttled = new ThrottledUsers();
  private final Lab lab = new Lab(throttled);

  @Test
  void user_isRecordedWhenDeniedAndNotWhenAllowed() {
    lab.check("u", "/one");
    assertThat(throttled.take()).isEmpty();
    lab.check("u", "/one");
    assertThat(throttled.take())
        .containsExactly(
            new AuditEntry(Lab.START, "throttlex", "throttled", "one", "u", "limit 1 used up"));
    assertThat(throttled.take()).isEmpty();
  }

  @Test
  void user_deniedRepeatedly_isRecordedOnceAMinuteForEachRule() {
    lab.checks(5, "u", "/one");
    lab.checks(5, "u", "/two");
    assertThat(throttled.take()).extracting(AuditEntry::target).containsExactly("one", "two");
    lab.pass(Duration.ofSeconds(60).minusNanos(1));
    lab.checks(5, "u", "/one");
    assertThat(throttled.take()).isEmpty();
    lab.pass(Duration.ofNanos(1));
    lab.checks(5, "u", "/one");
    assertThat(throttled.take()).extracting(AuditEntry::target).containsExactly("one");
  }

  @Test
  void user_deniedByAShadowRule_isNotRecorded() {
    lab.checks(5, "u", "/shadow");
    assertThat(throttled.take()).isEmpty();
  }

  @Test
  void records_areLimitedInNumberForEachMinute() {
    int users = 30 * ThrottledUsers.MOST;
    for (int i = 0; i < users; i++) {
      lab.checks(2, "u" + i, "/one");
    }
    assertThat(throttled.take()).hasSize(ThrottledUsers.MOST);
    lab.check("u" + (users - 1), "/one");
    assertThat(throttled.take()).isEmpty();
    lab.pass(Duration.ofMinutes(1));
    lab.check("u" + (users - 1), "/one");
    assertThat(throttled.take()).hasSize(1);
  }
}
