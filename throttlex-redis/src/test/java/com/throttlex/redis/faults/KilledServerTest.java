package com.throttlex.redis.faults;

import static com.throttlex.shared.faults.Answers.inOneSecond;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.shared.faults.Answer;
import com.throttlex.shared.faults.Answers;
import com.throttlex.shared.faults.Figures;
import com.throttlex.shared.faults.Load;
import com.throttlex.shared.faults.Node;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a Redis that is killed under load and comes back without data.
 *
 * <p>The bound: in any window Redis admits at most the limit, and a node without Redis at most its
 * local share, limit / nodes. So the window in which Redis fails or recovers has at most limit +
 * local share for each node. Every other window has one of the two. A local share that was charged
 * to Redis in its window is full again, and the limit is smaller by as much.
 */
class KilledServerTest {
  private static final int NODES = 2;
  private static final long AMOUNT = 100;
  private static final long SHARE = AMOUNT / NODES;
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/1s"));

  /** A limit that is never reached, because known denials are not sent to Redis. */
  private static final Limit WIDE = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000000/1s"));

  private static final Duration LONG = Duration.ofSeconds(10);

  private final RedisServer server = RedisServer.start();
  private final Node node = RedisNode.of(server.url(), NODES);

  @BeforeEach
  void connect() {
    node.connected();
  }

  @AfterEach
  void close() {
    node.close();
    server.close();
  }

  @Test
  void decisions_whenRedisIsKilledUnderLoad_goOnWithinTheBoundUntilItIsBack() {
    try (Load load = Load.start(3, Duration.ofMillis(1), this::ask)) {
      load.await("limit used up in Redis", inOneSecond(AMOUNT, "hot", Answer::isShared));
      Await.until(LONG, "a calm second", node::isCalm);

      long killedAt = System.nanoTime();
      server.kill();
      Await.until(LONG, "breaker open", () -> node.events().openings(killedAt) > 0);
      long openedAt = node.events().openedAt(killedAt);
      double lag = node.worstLagMillis();
      load.await("share used up", inOneSecond(SHARE, "hot", Answer::isOwn));
      Await.until(LONG, "a failed trial", () -> node.events().openings(killedAt) > 1);

      long restartedAt = System.nanoTime();
      server.restart();
      double back = node.awaitShared(LONG);
      Await.until(LONG, "counters in Redis", () -> counters() > 0);
      load.await("limit used up again", inOneSecond(AMOUNT, "hot", Answer::isShared));
      Answers answers = load.stop();

      Answers hot = answers.of("hot");
      Answers away = hot.only(answer -> answer.askedAt() < restartedAt);
      double opening = (openedAt - killedAt) / 1e6;
      Answers down = answers.since(openedAt).only(answer -> answer.askedAt() < restartedAt);
      Figures.tell(
          "killed: open after %.0f ms (lag %.0f ms), then p99 %.3f ms of %d, back %.0f ms after"
              + " the restart, at most %d and %d a window",
          opening,
          lag,
          down.millis(0.99),
          down.all().size(),
          back,
          hot.mostInOneSecond(Answer::isShared),
          away.mostInOneSecond(Answer::isOwn));
      assertThat(answers.failures()).isEmpty();
      assertThat(opening).as("milliseconds until the breaker opened").isLessThan(250 + lag);
      assertThat(down.count(Answer::waited)).as("decisions that waited for Redis").isZero();
      assertThat(back).as("milliseconds until Redis decides again").isLessThan(5_000);
      assertThat(down.count(Answer::isShared)).as("admitted and not called degraded").isZero();
      assertThat(hot.mostInOneSecond(Answer::isShared)).isEqualTo(AMOUNT);
      assertThat(away.mostInOneSecond(Answer::isOwn)).isEqualTo(SHARE);
      assertThat(hot.mostInOneSecond(Answer::admitted)).isLessThanOrEqualTo(AMOUNT + SHARE);
    }
  }

  private Answer ask(int i) {
    return i % 2 == 0 ? node.ask("hot", LIMIT) : node.ask("cold-" + i % 100, WIDE);
  }

  private long counters() {
    return ((List<?>) server.command("KEYS", "rl:{hot}*")).size();
  }
}
