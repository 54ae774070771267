package com.throttlex.server.rules;

import static com.throttlex.server.rules.SyncLab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Rate;
import com.throttlex.jdbc.AuditQuery;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Nodes with a database each, or one for all, and one Redis that works. */
class RuleSyncTest extends SyncTest {
  @Test
  void everyKindOfChange_holdsOnTheOtherNodeWithinASecond() {
    one.create("r", "1/1s");
    lab.await(SECOND, () -> two.has("r", "1/1s"));
    two.update("r", "2/1s");
    lab.await(SECOND, () -> one.has("r", "2/1s"));
    one.rules.rollBack("r", 1, 2L, one.change());
    lab.await(SECOND, () -> two.has("r", "1/1s"));
    two.delete("r");
    lab.await(SECOND, () -> one.lacks("r"));
    one.rules.rollBack("r", 2, null, one.change());
    lab.await(SECOND, () -> two.has("r", "2/1s"));

    assertThat(two.rules.find("r").orElseThrow().version()).isEqualTo(5);
    assertThat(two.rules.history("r")).isEqualTo(one.rules.history("r")).hasSize(5);
    assertThat(SyncLab.actors(two, "r"))
        .containsExactly(
            "admin-of-one", "admin-of-two", "admin-of-one", "admin-of-two", "admin-of-one");
    assertThat(two.database.audit().query(AuditQuery.newest(9)))
        .extracting(entry -> entry.entry().actor() + " " + entry.entry().action())
        .containsExactly(
            "admin-of-one rule-rolled-back",
            "admin-of-two rule-deleted",
            "admin-of-one rule-rolled-back",
            "admin-of-two rule-updated",
            "admin-of-one rule-created");
  }

  @Test
  void book_replacedOnOneNode_isOnTheOtherAsOneChange() {
    List<Rule> many = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      many.add(Rule.builder("many-" + i).limits("1/1s").build());
    }
    Preamble same = one.rules.book().preamble();
    int before = two.rules.all().size();
    Set<Integer> seen = new TreeSet<>();

    one.rules.replace(new SentBook(same, many), tag -> {}, false, one.change());
    lab.await(
        () -> {
          seen.add(two.rules.all().size());
          return seen.size() > 1;
        });
    assertThat(seen).containsExactly(before, before + 2_000);
    assertThat(two.rules.listing().etag()).isEqualTo(one.rules.listing().etag());

    two.rules.replace(new SentBook(same, List.of()), tag -> {}, false, one.change());
    lab.await(() -> one.rules.all().size() == before);
  }

  @Test
  void ruleThatReturnsAfterDeletion_isThereOnAll() {
    one.create("r", "1/1s");
    one.delete("r");
    lab.awaitAgreement();

    two.create("r", "2/1s");

    lab.await(() -> one.has("r", "2/1s"));
    assertThat(one.rules.find("r").orElseThrow().version()).isEqualTo(3);
  }

  @Test
  void ruleOfUnknownTier_isNotInForceUntilTheFileNamesTheTier() {
    one.file(SyncNode.FILE.replace("pro]", "pro, gold]"));
    one.rules.refresh();
    Rule gold = Rule.builder("g").limits("gold", List.of(Rate.parse("5/1s"))).build();
    one.rules.create(gold, one.change());
    one.create("r", "1/1s");

    lab.await(() -> two.has("r", "1/1s") && two.rules.problem() != null);
    assertThat(two.limits()).doesNotContainKey("g");
    assertThat(two.rules.problem()).contains("rule g", "gold");
    two = lab.restarted(two, "two");
    assertThat(two.limits()).containsKeys("f", "r").doesNotContainKey("g");
    two.update("r", "2/1s");
    lab.await(() -> one.has("r", "2/1s"));

    two.file(SyncNode.FILE.replace("pro]", "pro, gold]"));
    two.rules.refresh();

    assertThat(two.limits()).containsKey("g");
    assertThat(two.rules.problem()).isNull();
  }

  @Test
  void ruleWhoseIdTheFileHas_leavesTheFilesRuleInForce() {
    two.file(SyncNode.FILE + "  - {id: r, limits: 7/1s}\n");
    two.rules.refresh();

    one.create("r", "1/1s");
    one.create("s", "1/1s");

    lab.await(() -> two.has("s", "1/1s"));
    assertThat(two.limits()).containsEntry("r", "7/1s");
    assertThat(two.rules.problem()).contains("rule r", "file or database only");
    assertThat(two.rules.find("r").orElseThrow().source()).isEqualTo(ManagedRule.Source.FILE);
    assertThat(two.rules.all()).extracting(rule -> rule.rule().id()).doesNotHaveDuplicates();
    two = lab.restarted(two, "two");
    assertThat(two.limits()).containsEntry("r", "7/1s");

    one.delete("r");

    lab.await(() -> two.rules.problem() == null);
  }

  @Test
  void ruleThatLosesWhatItReplaces_isNotInForceAnywhere_untilItIsChanged() {
    one.create("d", "1/1s");
    lab.awaitAgreement();
    lab.server.kill();
    one.delete("d");
    Rule replacing = Rule.builder("e").limits("1/1s").replaces("d").build();
    two.rules.create(replacing, two.change());

    lab.server.restart();

    lab.awaitAgreement();
    // The nodes agree on the changes before each has made a book of them.
    lab.await(() -> one.rules.problem() != null);
    assertThat(one.limits()).containsOnlyKeys("f", "u");
    assertThat(one.rules.problem()).contains("rule e", "replaces");
    one.update("e", "2/1s");
    lab.await(() -> two.has("e", "2/1s"));
    assertThat(two.rules.problem()).isNull();
  }

  @Test
  void strangeEntries_doNotKeepTheOthersFromBeingExchanged() {
    lab.server.command("HSET", "rule:book", "rule:x", "what", "rule:y", "00 {\"version\":1}");
    lab.server.command("HSET", "rule:book", "other:z", "0123 {}", "", "");
    lab.server.command("PUBLISH", "throttlex:rules", "hello");
    lab.server.command("PUBLISH", "throttlex:rules", "1 2 rule:x");

    one.create("r", "1/1s");

    lab.await(() -> two.has("r", "1/1s"));
    assertThat(two.limits()).containsOnlyKeys("f", "r", "u");
    assertThat(two.sync.problem()).isNull();
  }

  @Test
  void nodesThatShareADatabase_haveTheSameRulesWithinASecond() {
    SyncNode three = lab.node("three", "one", lab.server.port());
    lab.awaitListeners(3);

    one.create("r", "1/1s");
    lab.await(SECOND, () -> three.has("r", "1/1s") && two.has("r", "1/1s"));
    three.update("r", "2/1s");
    lab.await(SECOND, () -> one.has("r", "2/1s") && two.has("r", "2/1s"));
    two.delete("r");
    lab.await(SECOND, () -> one.lacks("r") && three.lacks("r"));

    assertThat(one.rules.history("r")).hasSize(3);
    assertThat(one.database.audit().query(AuditQuery.newest(9))).hasSize(3);
  }

  @Test
  void nodesThatShareADatabase_haveTheSameRulesAlsoWithoutRedis() {
    SyncNode three = lab.node("three", "one", lab.server.port());
    lab.server.kill();

    one.create("r", "1/1s");

    lab.await(() -> three.has("r", "1/1s"));
    lab.server.restart();
  }

  @Test
  void cacheExpiry_everyFiveMinutes_isExtended() {
    one.create("r", "1/1s");
    lab.awaitAgreement();
    lab.server.command("PEXPIRE", "rule:book", "600000");

    lab.clock.advance(Duration.ofMinutes(6));

    lab.await(() -> (Long) lab.server.command("PTTL", "rule:book") > 600_000);
  }
}
