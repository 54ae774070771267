package com.throttlex.server.rules;

import static com.throttlex.server.rules.SyncLab.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.AuditQuery;
import com.throttlex.jdbc.Retention;
import com.throttlex.rule.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tiers and overrides of users on several nodes around one Redis. */
class UserSyncTest extends SyncTest {
  @Test
  void everyKindOfChange_holdsOnTheOtherNodeWithinASecond() {
    one.tier("ada", "pro");
    one.override("ada", "9/1s");
    lab.await(SECOND, () -> "pro".equals(two.tier("ada")) && two.limit("ada").equals("9/1s"));
    two.tier("ada", "free");
    two.override("ada", "8/1s");
    lab.await(SECOND, () -> "free".equals(one.tier("ada")) && one.limit("ada").equals("8/1s"));
    one.users.removeTier("ada", one.change());
    one.users.removeOverrides("ada", one.change());
    lab.await(SECOND, () -> two.tier("ada") == null && two.limit("ada").equals("5/1s"));
    two.tier("ada", "pro");
    lab.await(SECOND, () -> "pro".equals(one.tier("ada")));

    assertThat(two.database.audit().query(AuditQuery.newest(9)))
        .extracting(entry -> entry.entry().actor() + " " + entry.entry().action())
        .containsExactlyInAnyOrder(
            "admin-of-one tier-set",
            "admin-of-one override-set",
            "admin-of-two tier-set",
            "admin-of-two override-set",
            "admin-of-one tier-removed",
            "admin-of-one override-removed",
            "admin-of-two tier-set");
    two = lab.restarted(two, "two");
    assertThat(two.tier("ada")).isEqualTo("pro");
  }

  @Test
  void overrideOfARuleThatComesWithIt_isInForce() {
    lab.server.kill();
    one.rules.create(Rule.builder("x").key("user").limits("5/1s").build(), one.change());
    one.override("ada", "x", "9/1s");

    lab.server.restart();

    lab.await(() -> two.has("x", "5/1s"));
    lab.await(() -> two.limit("ada", "x").equals("9/1s"));
  }

  @Test
  void whatIsTakenBackWithoutRedis_isNotUndoneByItsReturn() {
    one.tier("ada", "pro");
    one.override("ada", "9/1s");
    lab.awaitAgreement();
    lab.end(two);
    one.users.removeTier("ada", one.change());
    lab.server.kill();
    one.users.removeOverrides("ada", one.change());
    one = lab.restarted(one, "one");

    lab.server.restart();
    two = lab.node("two");

    lab.awaitAgreement();
    lab.await(() -> two.tier("ada") == null && two.limit("ada").equals("5/1s"));
    assertThat(one.tier("ada")).isNull();
    assertThat(one.limit("ada")).isEqualTo("5/1s");
  }

  @Test
  void changesAtTheSameMoment_endWithTheSameWinner() {
    lab.server.kill();
    for (String user : List.of("a", "b", "c", "d")) {
      one.tier(user, "free");
      two.tier(user, "pro");
      one.override(user, "7/1s");
      two.override(user, "8/1s");
    }

    lab.server.restart();

    lab.awaitAgreement();
    for (String user : List.of("a", "b", "c", "d")) {
      lab.await(() -> String.valueOf(one.tier(user)).equals(two.tier(user)));
      lab.await(() -> one.limit(user).equals(two.limit(user)));
    }
  }

  @Test
  void lastChangeOnANodeWins_alsoWithinAMillisecond() {
    for (int i = 0; i < 20; i++) {
      one.tier("ada", i % 2 == 0 ? "free" : "pro");
    }

    lab.awaitAgreement();
    lab.await(() -> "pro".equals(two.tier("ada")));
    assertThat(one.tier("ada")).isEqualTo("pro");
  }

  @Test
  void overrideThatExpired_doesNotComeBackFromTheCache() {
    one.override("ada", "9/1s");
    lab.awaitAgreement();
    lab.clock.advance(Duration.ofHours(2));
    Retention.apply(one.database, lab.clock.now());
    long audited = one.database.audit().query(AuditQuery.newest(9)).size();

    one = lab.restarted(one, "one");
    one.tier("ada", "pro");
    lab.await(() -> "pro".equals(two.tier("ada")));

    assertThat(one.database.users().overrides("ada")).isEmpty();
    assertThat(one.database.audit().query(AuditQuery.newest(9))).hasSize((int) audited + 1);
    one.override("ada", "8/1s");
    lab.await(() -> two.limit("ada").equals("8/1s"));
  }

  @Test
  void strangeNames_areToldApart() {
    List<String> names = List.of("a:b", "a", "x y", "ü", "\ud800", "\udc00", "%", "n\nl", "=|");
    for (int i = 0; i < names.size(); i++) {
      one.override(names.get(i), (10 + i) + "/1s");
      one.tier(names.get(i), i % 2 == 0 ? "free" : "pro");
    }

    for (String name : names) {
      String limit = one.limit(name);
      lab.await(() -> two.limit(name).equals(limit));
      lab.await(() -> Objects.equals(two.tier(name), one.tier(name)));
    }
    lab.awaitAgreement();
    assertThat(names.stream().map(two::limit)).doesNotHaveDuplicates();
  }

  @Test
  void nodesThatShareADatabase_haveTheSameUsers_alsoWithoutRedis() {
    SyncNode three = lab.node("three", "one", lab.server.port());
    lab.awaitListeners(3);
    one.tier("ada", "pro");
    lab.await(SECOND, () -> "pro".equals(three.tier("ada")));
    lab.server.kill();

    three.override("ada", "9/1s");
    three.users.removeTier("ada", three.change());

    lab.await(() -> one.limit("ada").equals("9/1s") && one.tier("ada") == null);
    lab.server.restart();
    lab.await(() -> two.limit("ada").equals("9/1s"));
  }

  @Test
  void strangeEntries_areLeftOut() {
    lab.server.command("HSET", "rule:book", "tier:%zz", "00 {}", "override:x", "00 {}");
    lab.server.command("PUBLISH", "throttlex:rules", "1 2 override:x");
    lab.server.command("PUBLISH", "throttlex:rules", "1 2 tier:%zz");

    one.tier("ada", "pro");

    lab.await(() -> "pro".equals(two.tier("ada")));
    assertThat(two.sync.problem()).isNull();
  }
}
