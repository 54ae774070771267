package com.throttlex.jdbc;

import static com.throttlex.jdbc.DatabaseContract.CHANGE;
import static com.throttlex.jdbc.DatabaseContract.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.RuleVersion.Action;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract for copying rules from another database. */
interface AdoptionContract extends OpenDatabase {
  private RuleTable rules() {
    return database().rules();
  }

  @Test
  default void latest_isTheLastChangeOfEveryRule() {
    rules().create("b", "1", CHANGE);
    rules().update("b", "2", null, CHANGE);
    rules().create("a", "1", CHANGE);
    rules().delete("a", null, CHANGE);

    assertThat(rules().latest())
        .containsExactly(rules().history("a").get(0), rules().history("b").get(0))
        .extracting(RuleVersion::json)
        .containsExactly(null, "2");
  }

  private static RuleVersion elsewhere(long version, @Nullable String json) {
    Action action = json == null ? Action.DELETED : Action.UPDATED;
    return new RuleVersion("r", version, action, "bob", NOW.plusSeconds(9), json, null);
  }

  private void adopt(RuleVersion... changes) {
    Comparator<RuleVersion> order =
        Comparator.comparing(RuleVersion::version).thenComparing(RuleVersion::at);
    rules().adopt(List.of(changes), order);
  }

  @Test
  default void adopt_ofNewerChangeFromAnotherDatabase_keepsItAsItWas() {
    rules().create("r", "1", CHANGE);
    long before = rules().revision();

    adopt(elsewhere(7, "7"));

    assertThat(rules().find("r"))
        .contains(new StoredRule("r", 7, "7", "bob", NOW.plusSeconds(9), NOW));
    assertThat(rules().history("r")).extracting(RuleVersion::version).containsExactly(7L, 1L);
    assertThat(rules().history("r").get(0).before()).isEqualTo("1");
    assertThat(rules().revision()).isGreaterThan(before);
    assertThat(trail().get(0).actor()).isEqualTo("bob");
    assertThat(rules().update("r", "8", 7L, CHANGE).version()).isEqualTo(8);
  }

  @Test
  default void deletionOfAnotherDatabaseIsTakenOver_alsoOfARuleThatNeverWasHere() {
    adopt(elsewhere(4, null));

    assertThat(rules().find("r")).isEmpty();
    assertThat(rules().create("r", "5", CHANGE).version()).isEqualTo(5);
    adopt(elsewhere(6, null));
    assertThat(rules().all()).isEmpty();
    assertThat(rules().history("r").get(0).before()).isEqualTo("5");
  }

  @Test
  default void changeOfTheSameNumberTakesThePlace_ifItIsAbove_andRemembersWhatStoodHere() {
    rules().create("r", "here", CHANGE);

    adopt(elsewhere(1, "there"));

    assertThat(rules().history("r")).hasSize(1);
    assertThat(rules().history("r").get(0).json()).isEqualTo("there");
    assertThat(rules().history("r").get(0).before()).isEqualTo("here");
    assertThat(trail()).hasSize(2);
  }

  @Test
  default void adopt_ofChangeNotNewerThanTheLatest_ignoresIt() {
    adopt(elsewhere(3, "3"));
    List<RuleVersion> history = rules().history("r");

    adopt(elsewhere(3, "other"), elsewhere(2, "2"), elsewhere(1, null));

    assertThat(rules().history("r")).isEqualTo(history);
    assertThat(trail()).hasSize(1);
  }

  @Test
  default void adopt_ofManyChanges_keepsEachWithOneAuditEntry() {
    rules().create("r7", "old", CHANGE);
    RuleVersion[] many = new RuleVersion[500];
    for (int i = 0; i < many.length; i++) {
      many[i] = new RuleVersion("r" + i, 3, Action.UPDATED, "bob", NOW, "new", null);
    }

    adopt(many);
    adopt(many);

    assertThat(rules().all()).hasSize(500).allMatch(rule -> rule.version() == 3);
    assertThat(rules().history("r7").get(0).before()).isEqualTo("old");
    assertThat(trail()).hasSize(2);
    assertThat(trail().get(0).action()).isEqualTo("rules-copied");
    assertThat(trail().get(0).detail()).startsWith("500 changes of other nodes: r0, r1, ");
  }
}
