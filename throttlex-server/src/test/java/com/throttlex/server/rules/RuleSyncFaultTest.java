package com.throttlex.server.rules;

import static com.throttlex.server.rules.SyncLab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.RuleVersion;
import com.throttlex.provider.RuleCache;
import com.throttlex.tck.servers.FaultProxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Nodes, Redis and the network between them fail, and what one knows all know afterwards. */
class RuleSyncFaultTest extends SyncTest {
  @Test
  void nodeThatWasCutOff_catchesUpWithinASecondAfterwards() {
    try (FaultProxy proxy = FaultProxy.to(lab.server.port())) {
      SyncNode far = lab.node("far", "far", proxy.port());
      lab.awaitListeners(3);
      proxy.cut();
      one.create("r", "1/1s");
      far.create("s", "2/1s");
      lab.await(() -> far.sync.problem() != null && two.has("r", "1/1s"));
      assertThat(far.limits()).doesNotContainKey("r");

      proxy.pass();

      lab.await(SECOND.multipliedBy(2), () -> far.has("r", "1/1s") && one.has("s", "2/1s"));
      lab.end(far);
    }
  }

  @Test
  void nodeWhoseNetworkSwallowsEverything_catchesUpAfterwards() {
    try (FaultProxy proxy = FaultProxy.to(lab.server.port())) {
      SyncNode far = lab.node("far", "far", proxy.port());
      lab.awaitListeners(3);
      proxy.blackhole();
      far.create("s", "2/1s");
      one.create("r", "1/1s");
      lab.await(() -> far.sync.problem() != null && two.has("r", "1/1s"));

      proxy.pass();

      lab.await(() -> far.has("r", "1/1s") && one.has("s", "2/1s"));
      lab.end(far);
    }
  }

  @Test
  void changeOfWhichNoNoticeCame_isFoundSoon() {
    SyncNode lonely = lab.node("lonely", "lonely", 1);
    lonely.create("r", "1/1s");
    RuleCache.Entry entry = SyncLab.changes(lonely).iterator().next().entry();
    one.create("s", "1/1s");
    lab.await(() -> two.has("s", "1/1s"));

    String value = entry.rank() + " " + entry.text();
    lab.server.command("HSET", "rule:book", entry.id(), value, "revision", "1");

    lab.await(SECOND.multipliedBy(2), () -> one.has("r", "1/1s") && two.has("r", "1/1s"));
  }

  @Test
  void adoptedRuleIsKept_alsoWithoutRedis() {
    one.create("r", "1/1s");
    lab.await(() -> two.has("r", "1/1s"));
    lab.server.command("FLUSHALL");
    lab.end(one);

    two = lab.restarted(two, "two");

    assertThat(two.limits()).containsEntry("r", "1/1s");
  }

  @Test
  void nodeThatWasDown_catchesUp_alsoWhenThoseWhoChangedAreGone() {
    one.create("changed", "1/1s");
    one.create("deleted", "1/1s");
    lab.awaitAgreement();
    lab.end(two);
    one.update("changed", "2/1s");
    one.delete("deleted");
    one.create("created", "3/1s");
    lab.end(one);

    two = lab.node("two");
    lab.await(() -> two.has("created", "3/1s"));

    assertThat(two.limits()).containsEntry("changed", "2/1s").doesNotContainKey("deleted");
  }

  @Test
  void whatIsAcknowledgedWithoutRedis_isKnownToAllOnceItIsBack() {
    lab.server.kill();
    one.create("r", "1/1s");
    two.create("s", "2/1s");
    assertThat(one.limits()).containsEntry("r", "1/1s");

    lab.server.restart();

    lab.awaitAgreement();
    assertThat(one.limits()).containsKeys("r", "s");
  }

  @Test
  void whatIsAcknowledgedWithoutRedis_isNotLostWhenTheNodeEndsBeforeItIsBack() {
    lab.server.kill();
    one.create("r", "1/1s");
    one = lab.restarted(one, "one");

    lab.server.restart();

    lab.await(() -> two.has("r", "1/1s"));
  }

  @Test
  void editsOfOneRuleOnNodesApart_endWithTheSameWinner_andTheOtherIsNotLost() {
    one.create("r", "1/1s");
    lab.awaitAgreement();
    lab.server.kill();
    one.update("r", "2/1s");
    lab.clock.advance(Duration.ofMillis(1));
    two.update("r", "3/1s");

    lab.server.restart();

    lab.awaitAgreement();
    assertThat(one.limits()).containsEntry("r", "3/1s");
    assertThat(one.rules.find("r").orElseThrow().version()).isEqualTo(2);
    assertThat(one.rules.history("r").get(0).before()).contains("2/1s");
    assertThat(SyncLab.actors(one, "r")).containsExactly("admin-of-two", "admin-of-one");
  }

  @Test
  void editsAtTheSameMoment_endWithTheSameWinner() {
    lab.server.kill();
    for (int i = 0; i < 8; i++) {
      one.create("r" + i, "1/1s");
      two.create("r" + i, "2/1s");
    }

    lab.server.restart();

    lab.awaitAgreement();
    assertThat(one.limits()).hasSize(10);
  }

  @Test
  void conflictingEdits_withMoreVersions_winOverALaterEdit() {
    lab.server.kill();
    one.create("r", "1/1s");
    one.update("r", "2/1s");
    lab.clock.advance(Duration.ofSeconds(1));
    two.create("r", "3/1s");

    lab.server.restart();

    lab.awaitAgreement();
    assertThat(two.limits()).containsEntry("r", "2/1s");
    assertThat(two.rules.history("r")).extracting(RuleVersion::version).containsExactly(2L, 1L);
  }

  @Test
  void lostCache_isFilledAgainByWhatTheNodesHave() {
    one.create("r", "1/1s");
    one.create("s", "1/1s");
    lab.awaitAgreement();
    one.delete("s");
    lab.awaitAgreement();

    lab.server.command("FLUSHALL");

    lab.await(() -> lab.server.command("HGET", "rule:book", "rule:r") != null);
    lab.await(() -> lab.server.command("HGET", "rule:book", "rule:s") != null);
    assertThat((Long) lab.server.command("PTTL", "rule:book")).isPositive();
    SyncNode three = lab.node("three");
    lab.await(() -> three.has("r", "1/1s"));
    assertThat(three.limits()).doesNotContainKey("s");
  }

  @Test
  void deletionIsNotUndone_byANodeThatSleptThroughIt_alsoAfterTheCacheWasLost() {
    one.create("r", "1/1s");
    lab.awaitAgreement();
    lab.end(two);
    one.delete("r");
    lab.server.command("FLUSHALL");

    two = lab.node("two");

    lab.awaitAgreement();
    assertThat(two.limits()).doesNotContainKey("r");
    assertThat(one.limits()).doesNotContainKey("r");
  }

  @Test
  void deletionIsNotUndone_alsoWhenTheCacheHasForgottenIt() {
    one.create("r", "1/1s");
    lab.awaitAgreement();
    lab.end(two);
    one.delete("r");
    lab.clock.advance(SharedChange.MEMORY.plusDays(1));
    lab.await(() -> lab.server.command("HGET", "rule:book", "rule:r") == null);

    two = lab.node("two");

    lab.await(() -> two.lacks("r"));
    assertThat(one.limits()).doesNotContainKey("r");
  }

  @Test
  void lostConnection_isAProblemUntilItIsBack() {
    lab.server.kill();
    lab.await(() -> one.sync.problem() != null);

    lab.server.restart();

    lab.await(() -> one.sync.problem() == null);
  }
}
