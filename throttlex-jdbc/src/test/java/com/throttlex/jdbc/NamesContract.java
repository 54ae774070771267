package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Names come back exactly, and unequal names are never one row. */
interface NamesContract extends OpenDatabase {
  List<String> NAMES =
      List.of(
          "",
          " ",
          "u",
          "U",
          "u ",
          " u",
          "u\t",
          "u\0",
          "u\0v",
          "\0",
          "u\u001a0000",
          "u\u001a",
          "u\u001a001a",
          "\ud800",
          "\udc00",
          "u?",
          "?",
          "\ufffd",
          "\udc00\ud800",
          "\ud83d\ude00",
          "é",
          "e\u0301",
          "ß",
          "ss",
          "ſ",
          "1",
          "01",
          "1.0",
          "NULL",
          "%",
          "_",
          "\\",
          "\\0",
          "'; drop table throttlex_tier; --",
          "u\n",
          "x".repeat(500));

  @Test
  default void users_withUnusualNames_haveTheirOwnTiers() {
    Map<String, String> expected = new HashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      database().users().putTier(NAMES.get(i), "tier-" + i, CHANGE);
      expected.put(NAMES.get(i), "tier-" + i);
    }

    assertThat(expected).hasSameSizeAs(NAMES);
    assertThat(database().users().tiers()).isEqualTo(expected);
    expected.forEach((user, tier) -> assertThat(database().users().tier(user)).contains(tier));
  }

  @Test
  default void unusualNames_areReadBackUnchangedFromEveryTable() {
    for (String name : NAMES) {
      StoredOverride override =
          new StoredOverride(name, name, List.of("1/1s"), NOW.plusSeconds(1), name, NOW);
      StoredRule rule = database().rules().create(name, name, new Change(name, NOW));
      database().users().putOverride(override);
      database().usage().add(NOW, List.of(new UsageCount(name, 1, 0, 0, 0)));

      assertThat(database().rules().find(name)).contains(rule);
      assertThat(database().rules().history(name))
          .extracting(RuleVersion::id)
          .containsExactly(name);
      assertThat(database().users().overrides(name)).containsExactly(override);
      assertThat(
              database().audit().query(new AuditQuery(name, name, null, null, null, null, null, 9)))
          .extracting(found -> found.entry().target())
          .containsExactly(name);
      assertThat(database().usage().query(name, NOW.minusSeconds(60), NOW, Resolution.MINUTE, 9))
          .extracting(Usage::rule)
          .containsExactly(name);
    }
    assertThat(database().rules().all())
        .extracting(StoredRule::id)
        .containsExactlyInAnyOrderElementsOf(NAMES);
  }

  /** The longest user that a request can have must not break the audit trail. */
  @Test
  default void auditTrail_keepsUsersWithVeryLongNamesApart() {
    String user = "\u4e16".repeat(1_023);
    for (String end : List.of("a", "b")) {
      database()
          .audit()
          .append(List.of(new AuditEntry(NOW, "limiter", "throttled", "r", user + end, end)));
    }

    assertThat(
            database()
                .audit()
                .query(new AuditQuery(user + "a", null, null, null, null, null, null, 9)))
        .extracting(found -> found.entry().user() + " " + found.entry().detail())
        .containsExactly(user + "a a");
  }

  @Test
  default void longText_isReadBackUnchanged() {
    String text = "{\"a\":\"\u4e16 \ud83d\ude00\"}".repeat(100_000);
    database().rules().create("r", text, CHANGE);

    assertThat(database().rules().find("r").orElseThrow().json()).isEqualTo(text);
  }

  @Test
  default void overrideLimits_areReadBackUnchanged() {
    List<String> limits = List.of("1/1s", "", " 2/1m\r", "\0", "");
    database()
        .users()
        .putOverride(new StoredOverride("u", "r", limits, NOW.plusSeconds(1), "a", NOW));

    assertThat(database().users().overrides("u").get(0).limits()).isEqualTo(limits);
  }
}
