package com.throttlex.redis.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.store.FailureMode;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import com.throttlex.tck.servers.SentinelGroup;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a lost master, after which a Sentinel promotes the replica.
 *
 * <p>Changes that the replica did not get are lost. For each key, Redis admits at most one full
 * limit again, and the node its local share in between. Changes that it got stay charged.
 */
class FailoverTest {
  private static final int NODES = 2;
  private static final long AMOUNT = 300;
  private static final Limit LIMIT =
      Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/18250d"));
  private static final int DECISIONS_AFTER_RETURN = 1_000;
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final List<String> BUSY = List.of("busy-0", "busy-1", "busy-2", "busy-3");

  private final SentinelGroup group = SentinelGroup.start();
  private final Node node = Node.of(group.url(), NODES);

  @AfterEach
  void close() {
    node.close();
    group.close();
  }

  @Test
  void decisions_whenTheMasterIsKilled_goOnAndAreSharedAgain() {
    check("killed", RedisServer::kill, former -> {});
  }

  @Test
  void decisions_whenTheMasterIsStoppedAndComesBack_goOnAndAreSharedAgain() {
    check("stopped", RedisServer::pause, RedisServer::resume);
  }

  private void check(String name, Consumer<RedisServer> loss, Consumer<RedisServer> end) {
    RedisServer former = group.master();
    assertThat(spend(former)).as("admitted before").isEqualTo(AMOUNT);
    try (Load load = Load.start(3, Duration.ofMillis(1), this::ask)) {
      load.await("a decision by Redis", answer -> !answer.degraded());
      loss.accept(former);
      RedisServer master = group.masterAfter(former);
      double back = node.awaitShared(LONG);
      long sharedAt = System.nanoTime();
      Await.until(LONG, "counters move", () -> keys(master, "rl:{busy-0}*") > 0);
      end.accept(former);
      int askedBefore = load.asked();
      Await.until(
          LONG, "more decisions", () -> load.asked() > askedBefore + DECISIONS_AFTER_RETURN);
      node.awaitShared(LONG);
      Answers answers = load.stop();

      long most = BUSY.stream().mapToLong(busy -> shared(answers, busy)).max().orElseThrow();
      Figures.tell(
          "master %s: shared again %.0f ms after the failover, at most %d of %d by Redis for a key,"
              + " %d reconciled",
          name, back, most, AMOUNT, node.events().reconciledUnits());
      assertThat(answers.failures()).isEmpty();
      assertThat(back).as("milliseconds until Redis decides again").isLessThan(5_000);
      assertThat(shared(answers, "spent")).as("admitted beyond what the replica knew").isZero();
      for (String busy : BUSY) {
        long own = answers.of(busy).count(Answer::isOwn);
        // A share that Redis was charged with counts there; a second outage gives another one.
        assertThat(shared(answers, busy) + own)
            .as("the limit on both masters, and this node's share")
            .isLessThanOrEqualTo(2 * AMOUNT + AMOUNT / NODES);
      }
      assertThat(answers.since(sharedAt).count(a -> !a.degraded())).isPositive();
      assertThat(answers.count(Answer::degraded)).isPositive();
      assertThat(node.events().fallbacks(FailureMode.LOCAL))
          .isGreaterThanOrEqualTo(answers.count(Answer::degraded));
    }
  }

  private Answer ask(int i) {
    return node.ask(i % 5 == 4 ? "spent" : BUSY.get(i % 5), LIMIT);
  }

  private static long shared(Answers answers, String subject) {
    return answers.of(subject).count(Answer::isShared);
  }

  /** Drains a key and waits until the replica has the changes; returns the admitted units. */
  private long spend(RedisServer master) {
    long given = 0;
    try (Node patient = Node.patient(group.url(), NODES, new SystemTime())) {
      for (Answer last = patient.ask("spent", LIMIT);
          last.admitted();
          last = patient.ask("spent", LIMIT)) {
        assertThat(last.degraded()).isFalse();
        given++;
      }
    }
    Await.until(LONG, "the replica up to date", () -> isReplicated(master));
    return given;
  }

  private static boolean isReplicated(RedisServer master) {
    String info = String.valueOf(master.command("INFO", "replication"));
    String offset = info.replaceAll("(?s).*master_repl_offset:(\\d+).*", "$1");
    return info.contains("offset=" + offset + ",lag");
  }

  private static long keys(RedisServer server, String pattern) {
    return ((List<?>) Objects.requireNonNull(server.command("KEYS", pattern))).size();
  }
}
