package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a table of users must do. */
interface UsersContract extends OpenDatabase {
  private UserTable users() {
    return database().users();
  }

  private static StoredOverride override(String user, String rule, Instant expiresAt) {
    return new StoredOverride(user, rule, List.of("10/1s", "100/1m"), expiresAt, "alice", NOW);
  }

  @Test
  default void tierIsSetReplacedAndRemoved() {
    assertThat(users().tier("u")).isEmpty();

    users().putTier("u", "free", CHANGE);
    users().putTier("u", "pro", CHANGE);
    users().putTier("v", "free", CHANGE);

    assertThat(users().tier("u")).contains("pro");
    assertThat(users().tiers()).isEqualTo(Map.of("u", "pro", "v", "free"));
    assertThat(users().removeTier("u", CHANGE)).isTrue();
    assertThat(users().removeTier("u", CHANGE)).isFalse();
    assertThat(users().tiers()).isEqualTo(Map.of("v", "free"));
  }

  @Test
  default void everyChangeOfATierIsInTheAuditTrail() {
    users().putTier("u", "free", CHANGE);
    users().putTier("u", "pro", CHANGE);
    users().removeTier("u", CHANGE);
    users().removeTier("u", CHANGE);

    assertThat(trail())
        .containsExactly(
            new AuditEntry(NOW, "alice", "tier-removed", "u", "u", "was: pro"),
            new AuditEntry(NOW, "alice", "tier-set", "u", "u", "pro (was: free)"),
            new AuditEntry(NOW, "alice", "tier-set", "u", "u", "free"));
  }

  @Test
  default void overrideIsSetReplacedAndRemoved() {
    StoredOverride second =
        new StoredOverride("u", "r", List.of("7/1s"), NOW.plusSeconds(7), "bob", NOW);
    users().putOverride(override("u", "r", NOW.plusSeconds(5)));
    users().putOverride(second);
    users().putOverride(override("u", "q", NOW.plusSeconds(5)));
    users().putOverride(override("v", "r", NOW.plusSeconds(5)));

    assertThat(users().overrides("u"))
        .containsExactly(override("u", "q", NOW.plusSeconds(5)), second);
    assertThat(users().removeOverride("u", "r", CHANGE)).isTrue();
    assertThat(users().removeOverride("u", "r", CHANGE)).isFalse();
    assertThat(users().overrides("u")).extracting(StoredOverride::rule).containsExactly("q");
    assertThat(users().overrides("v")).hasSize(1);
  }

  @Test
  default void everyChangeOfAnOverrideIsInTheAuditTrail() {
    users().putOverride(override("u", "r", NOW.plusSeconds(5)));
    users().removeOverride("u", "r", CHANGE);
    users().removeOverride("u", "r", CHANGE);

    String detail = "10/1s, 100/1m until 2025-06-01T12:35:01.789Z";
    assertThat(trail())
        .containsExactly(
            new AuditEntry(NOW, "alice", "override-removed", "r", "u", ""),
            new AuditEntry(NOW, "alice", "override-set", "r", "u", detail));
  }

  @Test
  default void overrideHoldsUntilTheMomentItExpires() {
    StoredOverride override = override("u", "r", NOW);
    StoredOverride forever = override("u", "s", Instant.MAX);
    users().putOverride(override);
    users().putOverride(forever);

    assertThat(users().overrides(NOW.minusNanos(1))).containsExactly(override, forever);
    assertThat(users().overrides(NOW)).containsExactly(forever);
    assertThat(users().deleteExpiredOverrides(NOW.minusNanos(1))).isZero();
    assertThat(users().deleteExpiredOverrides(NOW)).isEqualTo(1);
    assertThat(users().overrides("u")).containsExactly(forever);
  }

  @Test
  default void overrideWithoutLimitsIsRefused() {
    for (List<String> limits : List.of(List.<String>of(), List.of("1/1s\n2/1s"))) {
      assertThatThrownBy(() -> new StoredOverride("u", "r", limits, NOW, "a", NOW))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("limits: ");
    }
  }
}
