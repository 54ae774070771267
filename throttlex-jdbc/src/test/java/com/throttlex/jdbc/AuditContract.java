package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of the audit trail. */
interface AuditContract extends OpenDatabase {
  private AuditTable audit() {
    return database().audit();
  }

  private static AuditEntry entry(int n, String actor, @Nullable String user) {
    return new AuditEntry(NOW.plusSeconds(n), actor, "throttled", "r", user, "entry " + n);
  }

  private List<String> details(AuditQuery query) {
    return audit().query(query).stream().map(found -> found.entry().detail()).toList();
  }

  @Test
  default void auditTrail_listsTheNewestEntryFirst() {
    audit().append(List.of(entry(1, "a", null), entry(2, "b", "u")));
    audit().append(List.of());
    audit().append(List.of(entry(3, "a", "u")));

    assertThat(trail())
        .containsExactly(entry(3, "a", "u"), entry(2, "b", "u"), entry(1, "a", null));
  }

  @Test
  default void auditQuery_withFilters_returnsEntriesThatMeetAllConditions() {
    audit().append(List.of(entry(1, "a", null), entry(2, "b", "u"), entry(3, "a", "u")));
    Instant two = NOW.plusSeconds(2);
    Instant three = NOW.plusSeconds(3);

    assertThat(details(new AuditQuery("u", null, null, null, null, null, null, 9)))
        .containsExactly("entry 3", "entry 2");
    assertThat(details(new AuditQuery(null, "a", null, null, null, null, null, 9)))
        .containsExactly("entry 3", "entry 1");
    assertThat(details(new AuditQuery(null, null, null, null, two, null, null, 9)))
        .containsExactly("entry 3", "entry 2");
    assertThat(details(new AuditQuery(null, null, null, null, null, three, null, 9)))
        .containsExactly("entry 2", "entry 1");
    assertThat(details(new AuditQuery("u", "a", null, null, two, three.plusNanos(1), null, 9)))
        .containsExactly("entry 3");
    assertThat(details(new AuditQuery(null, null, null, null, two.plusNanos(1), three, null, 9)))
        .isEmpty();
    assertThat(details(new AuditQuery("U", null, null, null, Instant.MIN, Instant.MAX, null, 9)))
        .isEmpty();
  }

  @Test
  default void auditPages_togetherAreTheWholeTrail() {
    audit().append(IntStream.range(0, 25).mapToObj(n -> entry(n, "a", "u")).toList());

    List<AuditEntry> all = new ArrayList<>();
    Long before = null;
    List<StoredAuditEntry> page;
    do {
      page = audit().query(new AuditQuery("u", null, null, null, null, null, before, 10));
      page.forEach(found -> all.add(found.entry()));
      before = page.isEmpty() ? null : page.get(page.size() - 1).id();
    } while (before != null);

    assertThat(all).hasSize(25).isEqualTo(trail());
  }

  @Test
  default void auditDeletion_removesOnlyEntriesBeforeTheTime() {
    int many = 2_345;
    audit().append(IntStream.range(0, many).mapToObj(n -> entry(n, "a", null)).toList());

    assertThat(audit().deleteBefore(NOW.plusSeconds(many - 2))).isEqualTo(many - 2);
    assertThat(audit().deleteBefore(NOW.plusSeconds(many - 2))).isZero();
    assertThat(trail()).containsExactly(entry(many - 1, "a", null), entry(many - 2, "a", null));
  }

  @Test
  default void auditId_ofDeletedEntry_isNotUsedAgain() {
    audit().append(List.of(entry(1, "a", null)));
    long first = audit().query(AuditQuery.newest(1)).get(0).id();
    audit().deleteBefore(Instant.MAX);

    audit().append(List.of(entry(2, "a", null)));

    assertThat(audit().query(AuditQuery.newest(1)).get(0).id()).isGreaterThan(first);
  }

  @Test
  default void auditAppend_withOneInvalidEntry_storesNone() {
    AuditEntry broken = new AuditEntry(NOW, "a", "b", "c", null, null);

    assertThatThrownBy(() -> audit().append(List.of(entry(1, "a", null), broken)))
        .isInstanceOf(DatabaseException.class)
        .hasMessageStartingWith("append to audit trail: ");
    assertThat(trail()).isEmpty();
  }

  @Test
  default void auditQuery_withLimitZero_isRefused() {
    assertThatThrownBy(() -> AuditQuery.newest(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit: 0 (expected: at least 1)");
  }

  @Test
  default void auditQuery_byActionAndTarget_comparesWholeTexts() {
    String key = "r|user=" + "k".repeat(3_000);
    AuditEntry reset = new AuditEntry(NOW, "alice", "key-reset", key + "1", null, "");
    AuditEntry other = new AuditEntry(NOW, "alice", "key-reset", key + "2", null, "");
    audit().append(List.of(entry(1, "a", "u"), reset, other));

    assertThat(audit().query(new AuditQuery(null, null, "key-reset", null, null, null, null, 9)))
        .extracting(StoredAuditEntry::entry)
        .containsExactly(other, reset);
    assertThat(audit().query(new AuditQuery(null, null, null, key + "1", null, null, null, 9)))
        .extracting(StoredAuditEntry::entry)
        .containsExactly(reset);
    assertThat(audit().query(new AuditQuery("u", "a", "throttled", "r", null, null, null, 9)))
        .hasSize(1);
    assertThat(audit().query(new AuditQuery(null, null, "Throttled", null, null, null, null, 9)))
        .isEmpty();
  }

  @Test
  default void latestUsers_ofAnAction_haveTheTimeOfTheirNewestEntry() {
    AuditEntry other = new AuditEntry(NOW.plusSeconds(9), "a", "tier-set", "w", "w", "");
    audit()
        .append(
            List.of(
                entry(1, "a", "u"), entry(2, "a", "v"), entry(3, "a", null), entry(4, "a", "u")));
    audit().append(List.of(other));

    assertThat(audit().latest("throttled", 9))
        .isEqualTo(Map.of("u", NOW.plusSeconds(4), "v", NOW.plusSeconds(2)));
    assertThat(audit().latest("throttled", 2)).isEqualTo(Map.of("u", NOW.plusSeconds(4)));
  }
}
