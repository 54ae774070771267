package com.throttlex.server.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditEntry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notes of users that are throttled. */
class ThrottledUsersTest {
  private final ThrottledUsers throttled = new ThrottledUsers();
  private final Lab lab = new Lab(throttled);

  /** Returns the entries that would be written now. */
  private List<AuditEntry> take() {
    List<AuditEntry> taken = throttled.pending().all();
    throttled.pending().written(taken.size());
    return taken;
  }

  @Test
  void user_isRecordedWhenDeniedAndNotWhenAllowed() {
    lab.check("u", "/one");
    assertThat(take()).isEmpty();
    lab.check("u", "/one");
    assertThat(take())
        .containsExactly(
            new AuditEntry(Lab.START, "throttlex", "throttled", "one", "u", "limit 1 used up"));
    assertThat(take()).isEmpty();
  }

  @Test
  void user_deniedRepeatedly_isRecordedOnceAMinuteForEachRule() {
    lab.checks(5, "u", "/one");
    lab.checks(5, "u", "/two");
    assertThat(take()).extracting(AuditEntry::target).containsExactly("one", "two");
    lab.pass(Duration.ofSeconds(60).minusNanos(1));
    lab.checks(5, "u", "/one");
    assertThat(take()).isEmpty();
    lab.pass(Duration.ofNanos(1));
    lab.checks(5, "u", "/one");
    assertThat(take()).extracting(AuditEntry::target).containsExactly("one");
  }

  @Test
  void user_deniedByAShadowRule_isNotRecorded() {
    lab.checks(5, "u", "/shadow");
    assertThat(take()).isEmpty();
  }

  @Test
  void records_areLimitedInNumberForEachMinute() {
    int users = 30 * ThrottledUsers.MOST;
    for (int i = 0; i < users; i++) {
      lab.checks(2, "u" + i, "/one");
    }
    assertThat(take()).hasSize(ThrottledUsers.MOST);
    lab.check("u" + (users - 1), "/one");
    assertThat(take()).isEmpty();
    lab.pass(Duration.ofMinutes(1));
    lab.check("u" + (users - 1), "/one");
    assertThat(take()).hasSize(1);
  }

  @Test
  void records_thatNobodyWrites_areBoundedAndTheRestIsCounted() {
    for (int minute = 0; minute < 3; minute++) {
      for (int i = 0; i < ThrottledUsers.MOST; i++) {
        lab.checks(2, "u" + i, "/one");
      }
      lab.pass(Duration.ofMinutes(1));
    }
    assertThat(throttled.lost()).isEqualTo(2L * ThrottledUsers.MOST);
    assertThat(take()).hasSize(ThrottledUsers.MOST);
    lab.checks(2, "u", "/one");
    assertThat(take()).hasSize(1);
    assertThat(throttled.lost()).isEqualTo(2L * ThrottledUsers.MOST);
  }
}
