package com.throttlex.redis.faults;

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
import com.throttlex.tck.servers.FaultProxy;
import com.throttlex.tck.servers.RedisServer;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests a Redis that accepts requests and does not answer.
 *
 * <p>A caller waits no longer than the timeout. A thread of the node ends the wait, so it is as
 * late as the machine runs that thread. This lag is measured and added twice, because a node that
 * is late by two ticks of five milliseconds first reads answers.
 */
class SilentServerTest {

  /** A limit that is never reached, because a known denial is repeated without a call to Redis. */
  private static final Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10000000/1s"));

  private static final Duration LONG = Duration.ofSeconds(10);

  /** The number of requests after which slow answers of a cold node no longer count. */
  private static final int WARM = 500;

  private static final int REQUESTS = 30_000;
  private static final double TICK_MILLIS = 5;
  private static final double USUAL_MILLIS = 1.8 * RedisNode.TIMEOUT.toMillis();

  private final RedisServer server = RedisServer.start();
  private final FaultProxy proxy = FaultProxy.to(server.port());
  private final Node node = RedisNode.of("redis://127.0.0.1:" + proxy.port(), 1);

  @BeforeEach
  void connect() {
    node.connected();
  }

  @AfterEach
  void close() {
    node.close();
    proxy.close();
    server.close();
  }

  @Test
  void calls_whenTheNetworkSwallowsEverything_waitForTheTimeoutAtMost() {
    check("blackhole", proxy::blackhole, proxy::pass);
  }

  @Test
  void calls_whenRedisIsStopped_waitForTheTimeoutAtMost() {
    check("stopped", server::pause, server::resume);
  }

  private void check(String name, Runnable fault, Runnable end) {
    try (Load load = Load.start(3, Duration.ofNanos(100_000), i -> node.ask("hot", LIMIT))) {
      load.await("decisions by Redis", Answers.times(WARM, answer -> !answer.degraded()));
      Await.until(LONG, "a calm second", node::isCalm);
      long silentAt = System.nanoTime();
      fault.run();
      Await.until(LONG, "breaker open", () -> node.events().openings(silentAt) > 0);
      long openedAt = node.events().openedAt(silentAt);
      int asked = load.asked();
      Await.until(LONG, "many requests", () -> load.asked() > asked + REQUESTS);
      long endedAt = System.nanoTime();
      end.run();
      double back = node.awaitShared(LONG);
      Answers answers = load.stop();

      Answers silent = answers.answeredSince(silentAt).only(answer -> answer.askedAt() < endedAt);
      Answers open = silent.since(openedAt);
      double lag = Math.max(node.worstLagMillis(), load.worstLagMillis());
      Figures.tell(
          "%s: longest wait %.1f ms (lag %.1f ms), open after %.0f ms, then p99 %.3f ms of %d,"
              + " back after %.0f ms",
          name,
          silent.longestMillis(),
          lag,
          (openedAt - silentAt) / 1e6,
          open.millis(0.99),
          open.all().size(),
          back);
      assertThat(answers.failures()).isEmpty();
      assertThat(silent.longestMillis()).as("the longest wait").isLessThan(allowed(lag));
      assertThat(waits(silent).all()).as("those who waited").isNotEmpty();
      assertThat(waits(silent).millis(0.5)).as("the usual wait").isLessThan(USUAL_MILLIS + lag);
      assertThat(open.count(Answer::waited)).as("decisions that waited").isZero();
      assertThat(back).as("milliseconds until Redis decides again").isLessThan(5_000);
    }
  }

  /** Returns the answers that did not come at once. */
  private static Answers waits(Answers answers) {
    return answers.only(answer -> answer.nanos() > RedisNode.TIMEOUT.toNanos() / 2);
  }

  private static double allowed(double lag) {
    return RedisNode.TIMEOUT.toMillis() + 2 * (lag + TICK_MILLIS);
  }
}
