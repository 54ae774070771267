package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records that retention deletes, and those that it keeps. */
interface RetentionContract extends OpenDatabase {
  private static Instant daysAgo(int days) {
    return UsageContract.NOON.minus(Duration.ofDays(days));
  }

  private void happened(Instant at) {
    database().audit().append(List.of(new AuditEntry(at, "a", "b", "c", null, "")));
  }

  private void override(String rule, Instant expiresAt) {
    database()
        .users()
        .putOverride(new StoredOverride("u", rule, List.of("1/1s"), expiresAt, "a", NOW));
  }

  /** In another database: here it was never given. */
  private void takenBack(String user, Instant at) {
    UserChange removal = UserChange.removal(user, null, new Change("a", at));
    database().users().adopt(List.of(removal), Comparator.comparing(UserChange::turn));
  }

  private List<Instant> starts(Resolution resolution) {
    return database().usage().query(null, Instant.MIN, Instant.MAX, resolution, 100).stream()
        .map(Usage::start)
        .toList();
  }

  @Test
  default void retention_deletesWhatIsTooOldAndKeepsTheBoundary() {
    Instant now = UsageContract.NOON;
    override("over", now);
    override("holds", now.plusMillis(1));
    happened(daysAgo(90).minusMillis(1));
    happened(daysAgo(90));
    takenBack("over", daysAgo(90).minusMillis(1));
    takenBack("kept", daysAgo(90));
    List<UsageCount> count = List.of(new UsageCount("r", 1, 1, 1, 0));
    for (int days : new int[] {367, 366, 31, 30}) {
      database().usage().add(daysAgo(days), count);
    }

    assertThat(Retention.apply(database(), now)).isEqualTo(new Retention.Deleted(1, 6, 6, 1, 1));

    assertThat(trail()).extracting(AuditEntry::at).containsExactly(daysAgo(90), NOW, NOW);
    assertThat(starts(Resolution.MINUTE)).containsExactly(daysAgo(30));
    assertThat(starts(Resolution.HOUR)).containsExactly(daysAgo(366), daysAgo(31), daysAgo(30));
    assertThat(starts(Resolution.DAY)).hasSize(2);
    assertThat(database().users().overrides("u"))
        .extracting(StoredOverride::rule)
        .containsExactly("holds");
    assertThat(database().users().latest("kept", null)).isPresent();
    assertThat(Retention.apply(database(), now)).isEqualTo(new Retention.Deleted(0, 0, 0, 0, 0));
  }

  @Test
  default void retention_keepsRulesTheirHistoryAndTiersForever() {
    Change longAgo = new Change("alice", daysAgo(3_000));
    database().rules().create("r", "{}", longAgo);
    database().users().putTier("u", "pro", longAgo);

    assertThat(Retention.apply(database(), UsageContract.NOON).audit()).isEqualTo(2);

    assertThat(database().rules().history("r")).hasSize(1);
    assertThat(database().users().tier("u")).contains("pro");
  }
}
