package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of the table of users. */
interface UsersContract extends OpenDatabase {
  private UserTable users() {
    return database().users();
  }

  private static StoredOverride override(String user, String rule, Instant expiresAt) {
    return new StoredOverride(user, rule, List.of("10/1s", "100/1m"), expiresAt, "alice", NOW);
  }

  @Test
  default void tier_canBeSetReplacedAndRemoved() {
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
  default void everyTierChange_isInTheAuditTrail() {
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
  default void override_canBeSetReplacedAndRemoved() {
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
  default void everyOverrideChange_isInTheAuditTrail() {
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
  default void override_appliesUntilTheMomentItExpires() {
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
  default void override_withoutLimitsOrWithALineBreakInOne_isRefused() {
    for (List<String> limits : List.of(List.<String>of(), List.of("1/1s\n2/1s"))) {
      assertThatThrownBy(() -> new StoredOverride("u", "r", limits, NOW, "a", NOW))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("limits: ");
    }
  }

  private void adopt(UserChange... changes) {
    users().adopt(List.of(changes), Comparator.comparing(UserChange::turn));
  }

  private static UserChange elsewhere(@Nullable String rule, long turn, String... given) {
    Instant expiresAt = rule == null || given.length == 0 ? null : NOW.plusSeconds(5);
    return new UserChange("u", rule, turn, List.of(given), expiresAt, "bob", NOW);
  }

  private UserChange last(@Nullable String rule) {
    return users().latest("u", rule).orElseThrow();
  }

  @Test
  default void everyChangeHasALaterTurn_alsoWithinAMillisecondAndAfterRemoval() {
    users().putTier("u", "free", CHANGE);
    long first = last(null).turn();
    users().removeTier("u", CHANGE);
    long second = last(null).turn();
    assertThat(last(null).given()).isEmpty();
    users().putTier("u", "pro", CHANGE);

    assertThat(first).isEqualTo(NOW.toEpochMilli());
    assertThat(second).isEqualTo(first + 1);
    assertThat(last(null).turn()).isEqualTo(second + 1);
    assertThat(users().latest()).containsExactly(last(null));
  }

  @Test
  default void changesAfter_aRevision_returnsOnlyLaterUserChanges() {
    users().putTier("u", "free", CHANGE);
    users().putOverride(override("u", "r", NOW.plusSeconds(5)));
    long before = users().revision();
    users().removeOverride("u", "r", CHANGE);
    users().putTier("v", "pro", CHANGE);

    assertThat(users().changesAfter(before))
        .containsExactlyInAnyOrder(
            users().latest("v", null).orElseThrow(), users().latest("u", "r").orElseThrow());
    assertThat(users().changesAfter(users().revision())).isEmpty();
    assertThat(users().latest()).hasSize(3);
  }

  @Test
  default void changesOfAnotherDatabaseAreTakenOverAsTheyWere_ifTheyAreAbove() {
    users().putTier("u", "free", CHANGE);
    long turn = last(null).turn();

    adopt(elsewhere(null, turn, "below"), elsewhere("r", 7, "7/1s"));
    assertThat(users().tier("u")).contains("free");
    adopt(elsewhere(null, turn + 1, "pro"), elsewhere("r", 9), elsewhere("r", 8, "8/1s"));

    assertThat(last(null)).isEqualTo(elsewhere(null, turn + 1, "pro"));
    assertThat(last("r")).isEqualTo(elsewhere("r", 9));
    assertThat(users().overrides("u")).isEmpty();
    assertThat(trail())
        .extracting(entry -> entry.actor() + " " + entry.action() + " " + entry.detail())
        .containsExactly(
            "bob override-removed ",
            "bob tier-set pro (was: free)",
            "bob override-set 7/1s until " + NOW.plusSeconds(5),
            "alice tier-set free");
  }

  @Test
  default void removalOfWhatNeverWasHereIsRemembered_butNotInTheAuditTrail() {
    adopt(elsewhere("r", 9));

    assertThat(last("r")).isEqualTo(elsewhere("r", 9));
    assertThat(trail()).isEmpty();
  }

  @Test
  default void givenUsers_areThoseWithATierOrAnOverrideInForce_inPages() {
    users().putTier("ann", "pro", CHANGE);
    users().putTier("\uFF5E", "free", CHANGE);
    users().putOverride(override("ann", "r", NOW.plusSeconds(5)));
    users().putOverride(override("ann", "q", NOW.plusSeconds(5)));
    users().putOverride(override("anna", "r", NOW.plusSeconds(5)));
    users().putOverride(override("\uD83D\uDE00", "r", NOW.plusSeconds(5)));
    users().putOverride(override("over", "r", NOW));

    assertThat(users().given("", "", 9, NOW))
        .containsExactly(
            new GivenUser("ann", "pro", 2),
            new GivenUser("anna", null, 1),
            new GivenUser("\uFF5E", "free", 0),
            new GivenUser("\uD83D\uDE00", null, 1));
    assertThat(users().given("", "ann", 2, NOW))
        .extracting(GivenUser::user)
        .containsExactly("anna", "\uFF5E");
    assertThat(users().given("ann", "", 9, NOW))
        .extracting(GivenUser::user)
        .containsExactly("ann", "anna");
    assertThat(users().given("Ann", "", 9, NOW)).isEmpty();
    assertThat(users().given("a%", "", 9, NOW)).isEmpty();
  }
}
