package com.throttlex.shared.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Moves of counters by several nodes, in virtual time. */
class StoreMovesTest {
  private final MoveLab lab = new MoveLab();

  private static RuleBook in(String store) {
    return MoveLab.book("10/1m", store);
  }

  @Test
  void rule_thatNamesAnotherStore_isChargedInBothUntilOnePeriodHasPassed() {
    MoveLab.Node node = lab.node(in("default"));
    assertThat(node.places()).containsExactly("default");
    node.moves().rules(in("redis"));
    lab.seconds(1, node);
    assertThat(node.places()).containsExactly("default", "redis");
    assertThat(node.moves().moves()).hasSize(1);
    lab.seconds(61, node);
    assertThat(node.places()).containsExactly("default", "redis");
    assertThat(node.moves().moves().get(0).secondsLeft()).isBetween(1L, 3L);
    lab.seconds(3, node);
    assertThat(node.places()).containsExactly("redis");
    assertThat(node.moves().moves()).isEmpty();
  }

  @Test
  void move_whileAnotherNodeDoesNotFollow_doesNotEnd() {
    MoveLab.Node one = lab.node(in("default"));
    MoveLab.Node late = lab.node(in("default"));
    lab.seconds(2, one, late);
    one.moves().rules(in("redis"));
    lab.live = 2;
    lab.seconds(300, one);
    assertThat(one.places()).containsExactly("default", "redis");
    assertThat(one.moves().moves().get(0).waitingFor())
        .isEqualTo("1 of 2 nodes charge both stores and reach them");
    lab.seconds(2, one, late);
    assertThat(late.places()).containsExactly("default", "redis");
    lab.seconds(63, one, late);
    assertThat(List.of(one.places(), late.places()))
        .containsExactly(List.of("redis"), List.of("redis"));
  }

  @Test
  void node_thatStartsDuringAMove_chargesBoth() {
    MoveLab.Node node = lab.node(in("default"));
    node.moves().rules(in("redis"));
    lab.seconds(1, node);
    assertThat(lab.node(in("redis")).places()).containsExactly("default", "redis");
  }

  @Test
  void node_thatCannotReadThePlan_chargesEveryStore() {
    lab.notesFail = true;
    MoveLab.Node node = lab.node(in("redis"));
    assertThat(node.places()).containsExactly("default", "redis", "archive");
    assertThat(node.moves().problem()).startsWith("plan of moves: ");
    lab.notesFail = false;
    lab.seconds(1, node);
    assertThat(node.places()).containsExactly("default", "redis");
    assertThat(node.moves().problem()).isEmpty();
  }

  @Test
  void move_toAStoreThatFails_doesNotBegin() {
    MoveLab.Node node = lab.node(in("default"));
    lab.failing.add("redis");
    node.moves().rules(in("redis"));
    lab.seconds(100, node);
    assertThat(node.places()).containsExactly("default");
    assertThatThrownBy(() -> node.moves().move("default", "redis"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("to: redis is failing; nothing is moved");
    lab.failing.clear();
    lab.seconds(1, node);
    assertThat(node.places()).containsExactly("default", "redis");
  }

  @Test
  void move_requestedWhileAnotherPlanIsWritten_isPlannedNext() {
    MoveLab.Node node = lab.node(in("default"));
    lab.holdWrites = true;
    node.moves().rules(in("redis"));
    lab.seconds(1, node);
    CompletableFuture<Void> planned = node.moves().move("default", "archive").toCompletableFuture();

    lab.writeHeld();
    lab.seconds(2, node);

    assertThat(planned).isCompleted();
    assertThat(node.moves().placesOf("in-default")).containsExactly("default", "archive");
  }

  @Test
  void move_whenTheNewStoreFailsInBetween_countsItsTimeAgain() {
    MoveLab.Node node = lab.node(in("default"));
    node.moves().rules(in("redis"));
    lab.seconds(50, node);
    lab.failing.add("redis");
    lab.seconds(1, node);
    lab.failing.clear();
    lab.seconds(55, node);
    assertThat(node.places()).containsExactly("default", "redis");
    lab.seconds(15, node);
    assertThat(node.places()).containsExactly("redis");
  }

  @Test
  void override_withALongerPeriod_prolongsTheMove() {
    MoveLab.Node node = lab.node(in("default"));
    node.override("u", "100/10m");
    node.check("u");
    node.moves().rules(in("redis"));
    lab.seconds(500, node);
    assertThat(node.places()).containsExactly("default", "redis");
    lab.seconds(110, node);
    assertThat(node.places()).containsExactly("redis");
  }

  @Test
  void rule_movedBackBeforeTheEnd_staysWhereItWas() {
    MoveLab.Node node = lab.node(in("default"));
    node.moves().rules(in("redis"));
    lab.seconds(30, node);
    node.moves().rules(in("default"));
    lab.seconds(1, node);
    assertThat(node.places()).containsExactlyInAnyOrder("default", "redis");
    lab.seconds(64, node);
    assertThat(node.places()).containsExactly("default");
  }

  @Test
  void rule_movedOnBeforeTheEnd_isChargedInAllThree() {
    MoveLab.Node node = lab.node(in("default"));
    node.moves().rules(in("redis"));
    lab.seconds(30, node);
    node.moves().rules(in("archive"));
    lab.seconds(1, node);
    assertThat(node.places()).containsExactly("default", "redis", "archive");
    lab.seconds(64, node);
    assertThat(node.places()).containsExactly("archive");
  }

  @Test
  void store_thatMoves_takesItsRulesAlong() {
    MoveLab.Node node = lab.node(in("redis"));
    lab.seconds(65, node);
    assertThat(node.places()).containsExactly("redis");
    node.moves().move("redis", "archive").toCompletableFuture().join();
    assertThat(node.places()).containsExactly("redis", "archive");
    assertThat(node.moves().placesOf("in-default")).containsExactly("default");
    node.moves().move("redis", "archive").toCompletableFuture().join(); // nothing changes
    lab.seconds(64, node);
    assertThat(node.places()).containsExactly("archive");
    assertThat(lab.node(in("redis")).places()).containsExactly("archive");
  }

  @Test
  void planOfEarlierMoves_inTheStoreThatCountersGoTo_isRemoved() {
    MoveLab.Node node = lab.node(in("default"));
    var unused =
        lab.otherNotes.write(
            "placement/plan", Notes.ANY, "store default 2 redis\n", Duration.ofDays(1));
    node.moves().move("default", "archive").toCompletableFuture().join();
    assertThat(lab.otherNotes.read().toCompletableFuture().join()).isEmpty();
    assertThat(node.places()).containsExactly("default", "archive");
  }

  @Test
  void store_thatDoesNotExist_isRefused() {
    MoveLab.Node node = lab.node(in("default"));
    assertThatThrownBy(() -> node.moves().move("default", "rediss"))
        .hasMessage("to: rediss (expected: one of default, redis, archive)");
    assertThatThrownBy(() -> node.moves().move("redis", "redis"))
        .hasMessage("to: redis (expected: another store than `from`)");
  }

  @Test
  void plan_thatIsLost_isWrittenAgain() {
    MoveLab.Node node = lab.node(in("redis"));
    lab.seconds(65, node);
    var unused = lab.notes.write("placement/plan", Notes.ANY, "", Duration.ZERO);
    lab.seconds(2, node);
    assertThat(lab.node(in("redis")).places()).containsExactly("redis");
  }

  @Test
  void plan_withAStoreThatThisNodeLacks_isAProblem() {
    MoveLab.Node node = lab.node(in("default"));
    var unused =
        lab.notes.write(
            "placement/plan", Notes.ANY, "rule r 1 default,mysql\n", Duration.ofDays(1));
    lab.seconds(100, node);
    assertThat(node.places()).containsExactly("default");
    assertThat(node.moves().problem())
        .isEqualTo("other nodes count in stores that this node does not have: [mysql]");
    assertThat(node.moves().moves()).hasSize(1);
  }

  @Test
  void plan_writtenAndRead_isTheSame() {
    StorePlan plan =
        StorePlan.NONE
            .movingRules(Map.of("a", "redis", "b.c-d", "archive"))
            .movingStore(Rule.DEFAULT_STORE, "redis", Set.of("default", "redis"));
    assertThat(StorePlan.parse(0, plan.text())).isEqualTo(plan);
    assertThatThrownBy(() -> StorePlan.parse(1, "rule a b"))
        .hasMessage("plan: rule a b (expected: a rule or a store)");
  }
}
