package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.jdbc.RuleVersion.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The contract of the table of rules. */
interface RulesContract extends OpenDatabase {
  private RuleTable rules() {
    return database().rules();
  }

  private static Change by(String actor, int seconds) {
    return new Change(actor, NOW.plusSeconds(seconds));
  }

  @Test
  default void createdRule_isFoundById() {
    StoredRule created = rules().create("r", "{\"a\":\"ü\\\\\"}", CHANGE);

    assertThat(created).isEqualTo(new StoredRule("r", 1, "{\"a\":\"ü\\\\\"}", "alice", NOW, NOW));
    assertThat(rules().find("r")).contains(created);
    assertThat(rules().find("R")).isEmpty();
  }

  @Test
  default void rules_areListedInOrderOfId() {
    for (String id : List.of("b", "C", "ä", "a")) {
      rules().create(id, "{}", CHANGE);
    }

    assertThat(rules().all()).extracting(StoredRule::id).containsExactly("C", "a", "b", "ä");
  }

  @Test
  default void createRule_withExistingId_isRefused() {
    StoredRule created = rules().create("r", "1", CHANGE);

    assertThatThrownBy(() -> rules().create("r", "2", CHANGE))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessage("rule: r (expected: an id that no other rule has)");
    assertThat(rules().all()).containsExactly(created);
    assertThat(rules().history("r")).hasSize(1);
    assertThat(rules().revision()).isEqualTo(1);
    assertThat(trail()).hasSize(1);
  }

  @Test
  default void replaceAll_createsUpdatesAndDeletes_asOneRevisionWithOneAuditEntry() {
    rules().create("changed", "1", CHANGE);
    rules().create("deleted", "1", CHANGE);
    rules().create("kept", "1", CHANGE);
    int entries = trail().size();

    ReplacedRules replaced =
        rules()
            .replaceAll(
                3, Map.of("changed", "2", "new", "ü"), Set.of("deleted"), "detail", by("bob", 5))
            .orElseThrow();

    assertThat(replaced.revision()).isEqualTo(4).isEqualTo(rules().revision());
    assertThat(replaced.written())
        .containsExactlyInAnyOrder(
            new StoredRule("changed", 2, "2", "bob", NOW.plusSeconds(5), NOW),
            new StoredRule("new", 1, "ü", "bob", NOW.plusSeconds(5), NOW.plusSeconds(5)));
    assertThat(rules().all()).containsAll(replaced.written()).hasSize(3);
    assertThat(rules().history("deleted"))
        .extracting(RuleVersion::action)
        .containsExactly(Action.DELETED, Action.CREATED);
    assertThat(rules().history("changed").get(0).before()).isEqualTo("1");
    assertThat(trail()).hasSize(entries + 1);
    AuditEntry entry = trail().get(0);
    assertThat(entry.action() + " " + entry.target() + " " + entry.detail() + " " + entry.actor())
        .isEqualTo("rules-replaced rules detail bob");
    assertThat(rules().rollBack("deleted", 1, null, CHANGE).version()).isEqualTo(3);
    assertThat(rules().rollBack("changed", 1, 2L, CHANGE).json()).isEqualTo("1");
  }

  @Test
  default void replaceAll_afterAnotherChange_changesNothing() {
    rules().create("r", "1", CHANGE);

    assertThat(rules().replaceAll(0, Map.of("r", "2"), Set.of(), "", CHANGE)).isEmpty();

    assertThat(rules().all()).extracting(StoredRule::json).containsExactly("1");
    assertThat(rules().revision()).isEqualTo(1);
    assertThat(trail()).hasSize(1);
  }

  @Test
  default void replaceAll_thatFails_changesNothing() {
    rules().create("r", "1", CHANGE);

    assertThatThrownBy(() -> rules().replaceAll(1, Map.of("s", "2"), Set.of("r", "x"), "", CHANGE))
        .isInstanceOf(NotFoundException.class);

    assertThat(rules().all()).extracting(StoredRule::id).containsExactly("r");
    assertThat(rules().revision()).isEqualTo(1);
  }

  @Test
  @Timeout(60)
  default void replaceAll_ofTenThousandRules_writesThemAll() {
    Map<String, String> many = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      many.put("rule-" + i, "{\"id\":\"rule-" + i + "\"," + "\"limits\":\"100/1m\"}".repeat(8));
    }

    assertThat(rules().replaceAll(0, many, Set.of(), "", CHANGE)).isPresent();
    assertThat(rules().all()).hasSize(10_000);
    assertThat(rules().replaceAll(1, Map.of(), many.keySet(), "", CHANGE)).isPresent();
    assertThat(rules().all()).isEmpty();
  }

  @Test
  default void updateRule_withExpectedVersion_replacesTheRule() {
    rules().create("r", "1", CHANGE);

    StoredRule updated = rules().update("r", "2", 1L, by("bob", 5));

    assertThat(updated).isEqualTo(new StoredRule("r", 2, "2", "bob", NOW.plusSeconds(5), NOW));
    assertThat(rules().find("r")).contains(updated);
  }

  @Test
  default void updateRule_withoutExpectedVersion_replacesAnyVersion() {
    rules().create("r", "1", CHANGE);
    rules().update("r", "2", null, CHANGE);

    assertThat(rules().update("r", "3", null, CHANGE).version()).isEqualTo(3);
  }

  @Test
  default void ruleChange_withWrongExpectedVersion_isRefused() {
    rules().create("r", "1", CHANGE);
    StoredRule current = rules().update("r", "2", 1L, CHANGE);

    assertThatThrownBy(() -> rules().update("r", "3", 1L, CHANGE))
        .isInstanceOf(VersionConflictException.class)
        .hasMessage("rule r: version 1 (expected: 2)")
        .extracting(e -> ((VersionConflictException) e).currentVersion())
        .isEqualTo(2L);
    assertThatThrownBy(() -> rules().delete("r", 3L, CHANGE))
        .isInstanceOf(VersionConflictException.class);
    assertThatThrownBy(() -> rules().rollBack("r", 1, 1L, CHANGE))
        .isInstanceOf(VersionConflictException.class);
    assertThat(rules().all()).containsExactly(current);
    assertThat(rules().revision()).isEqualTo(2);
    assertThat(trail()).hasSize(2);
  }

  @Test
  default void ruleChange_ofMissingRule_isRefused() {
    assertThatThrownBy(() -> rules().update("r", "1", null, CHANGE))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("rule: r (expected: the id of a rule)");
    assertThatThrownBy(() -> rules().delete("r", 1L, CHANGE)).isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> rules().rollBack("r", 1, null, CHANGE))
        .isInstanceOf(NotFoundException.class);
    assertThat(rules().revision()).isZero();
    assertThat(trail()).isEmpty();
  }

  @Test
  default void ruleHistory_afterDeletion_isKeptAndVersionsContinue() {
    rules().create("r", "1", by("a", 1));
    rules().update("r", "2", 1L, by("b", 2));
    rules().delete("r", 2L, by("c", 3));
    assertThat(rules().find("r")).isEmpty();
    rules().create("r", "4", by("d", 4));
    rules().create("other", "x", CHANGE);

    assertThat(rules().history("r"))
        .containsExactly(
            new RuleVersion("r", 4, Action.CREATED, "d", NOW.plusSeconds(4), "4", null),
            new RuleVersion("r", 3, Action.DELETED, "c", NOW.plusSeconds(3), null, "2"),
            new RuleVersion("r", 2, Action.UPDATED, "b", NOW.plusSeconds(2), "2", "1"),
            new RuleVersion("r", 1, Action.CREATED, "a", NOW.plusSeconds(1), "1", null));
    assertThat(rules().history("unknown")).isEmpty();
  }

  @Test
  default void rollback_restoresTheTextAsANewVersion() {
    rules().create("r", "1", CHANGE);
    rules().update("r", "2", 1L, CHANGE);

    StoredRule rule = rules().rollBack("r", 1, 2L, by("bob", 1));

    assertThat(rule).isEqualTo(new StoredRule("r", 3, "1", "bob", NOW.plusSeconds(1), NOW));
    assertThat(rules().find("r")).contains(rule);
    assertThat(rules().history("r").get(0))
        .isEqualTo(
            new RuleVersion("r", 3, Action.ROLLED_BACK, "bob", NOW.plusSeconds(1), "1", "2"));
  }

  @Test
  default void rollback_ofDeletedRule_restoresIt() {
    rules().create("r", "1", CHANGE);
    rules().delete("r", null, CHANGE);

    assertThatThrownBy(() -> rules().rollBack("r", 1, 2L, CHANGE))
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> rules().rollBack("r", 2, null, CHANGE))
        .isInstanceOf(NotFoundException.class)
        .hasMessage("rule r: version 2 (expected: a version that was not a deletion)");
    assertThat(rules().rollBack("r", 1, null, CHANGE).version()).isEqualTo(3);
    assertThat(rules().find("r")).isPresent();
  }

  @Test
  default void revision_growsWithEveryChangeOfAnyRule() {
    rules().create("a", "1", CHANGE);
    rules().create("b", "1", CHANGE);
    rules().update("a", "2", null, CHANGE);
    rules().rollBack("a", 1, null, CHANGE);
    rules().delete("b", null, CHANGE);

    assertThat(rules().revision()).isEqualTo(5);
  }

  @Test
  default void everyRuleChange_isInTheAuditTrail() {
    rules().create("r", "1", by("a", 1));
    rules().update("r", "2", null, by("b", 2));
    rules().rollBack("r", 1, null, by("c", 3));
    rules().delete("r", null, by("d", 4));

    assertThat(trail())
        .containsExactly(
            new AuditEntry(NOW.plusSeconds(4), "d", "rule-deleted", "r", null, "version 4"),
            new AuditEntry(NOW.plusSeconds(3), "c", "rule-rolled-back", "r", null, "version 3"),
            new AuditEntry(NOW.plusSeconds(2), "b", "rule-updated", "r", null, "version 2"),
            new AuditEntry(NOW.plusSeconds(1), "a", "rule-created", "r", null, "version 1"));
  }

  /** Eight threads on two open databases, like two services. */
  @Test
  @Timeout(60)
  default void updateRule_byManyAtOnce_succeedsForOneUpdaterPerVersion() throws Exception {
    int threads = 8;
    int wins = 10;
    rules().create("r", "0", CHANGE);
    ExecutorService updaters = Executors.newFixedThreadPool(threads);
    try (Database other = Database.open(url())) {
      List<Callable<Integer>> work = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        RuleTable table = i % 2 == 0 ? rules() : other.rules();
        work.add(() -> count(table, wins));
      }
      for (Future<Integer> conflicts : updaters.invokeAll(work)) {
        assertThat(conflicts.get()).isNotNegative();
      }
    } finally {
      updaters.shutdown();
      assertThat(updaters.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    StoredRule last = rules().find("r").orElseThrow();
    assertThat(last.version()).isEqualTo(1 + threads * wins);
    assertThat(last.json()).isEqualTo(Integer.toString(threads * wins));
    assertThat(rules().history("r")).hasSize(1 + threads * wins);
    assertThat(rules().revision()).isEqualTo(1 + threads * wins);
  }

  /** Adds one to the rule's text until that has succeeded often enough; counts the conflicts. */
  private static int count(RuleTable table, int wins) {
    int conflicts = 0;
    for (int won = 0; won < wins; ) {
      StoredRule read = table.find("r").orElseThrow();
      String next = Integer.toString(Integer.parseInt(read.json()) + 1);
      try {
        table.update("r", next, read.version(), CHANGE);
        won++;
      } catch (VersionConflictException e) {
        assertThat(e.currentVersion()).isGreaterThan(read.version());
        conflicts++;
      }
    }
    return conflicts;
  }
}
