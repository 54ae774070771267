package com.throttlex.shared.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.FaultProxy;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/**
 * Tests a store that accepts requests and does not answer.
 *
 * <p>A caller waits no longer than the timeout. A thread of the node ends the wait, so it is as
 * late as the machine runs that thread. This lag is measured and added twice, because a node that
 * is late by two ticks of five milliseconds first reads answers.
 */
public interface SilentServerContract extends FaultFixture {
  /** A limit that is never reached, because a known denial is repeated without a call. */
  Limit WIDE = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10000000/1s"));

  /** The number of requests after which slow answers of a cold node no longer count. */
  int WARM = 500;

  int REQUESTS = 30_000;
  int MOST_THREADS = 12;
  double TICK_MILLIS = 5;
  double USUAL = 1.8;

  @Test
  default void calls_whenTheNetworkSwallowsEverything_waitForTheTimeoutAtMost() {
    String url = newStore();
    try (FaultProxy proxy = FaultProxy.to(server().port())) {
      String through = server().through(proxy.port(), url);
      checkWaits("blackhole", through, proxy::blackhole, proxy::pass);
    }
  }

  @Test
  default void calls_whenTheServerIsStopped_waitForTheTimeoutAtMost() {
    checkWaits("stopped", newStore(), server()::pause, server()::resume);
  }

  private void checkWaits(String name, String url, Runnable fault, Runnable end) {
    try (Node node = Node.of(url, 1);
        Load load = Load.start(3, Duration.ofNanos(100_000), i -> node.ask("hot", WIDE))) {
      load.await("decisions by the store", Answers.times(WARM, answer -> !answer.degraded()));
      Await.until(LONG, "a calm second", node::isCalm);
      int threads = threads();
      long silentAt = System.nanoTime();
      int more;
      long openedAt;
      long endedAt;
      try {
        fault.run();
        Await.until(LONG, "breaker open", () -> node.events().openings(silentAt) > 0);
        openedAt = node.events().openedAt(silentAt);
        int asked = load.asked();
        Await.until(LONG, "many requests", () -> load.asked() > asked + REQUESTS);
        more = threads() - threads;
      } finally {
        endedAt = System.nanoTime();
        end.run();
      }
      double back = node.awaitShared(LONG);
      Answers answers = load.stop();

      Answers silent = answers.answeredSince(silentAt).only(answer -> answer.askedAt() < endedAt);
      Answers open = silent.since(openedAt);
      Answers waits = silent.only(answer -> answer.nanos() > node.timeout().toNanos() / 2);
      double timeout = node.timeout().toMillis();
      double lag = Math.max(node.worstLagMillis(), load.worstLagMillis());
      Figures.tell(
          "%s %s: longest wait %.1f ms (lag %.1f ms), open after %.0f ms, then p99 %.3f ms of %d,"
              + " %d threads more, back after %.0f ms",
          server(),
          name,
          silent.longestMillis(),
          lag,
          (openedAt - silentAt) / 1e6,
          open.millis(0.99),
          open.all().size(),
          more,
          back);
      assertThat(answers.failures()).isEmpty();
      assertThat(silent.longestMillis())
          .as("the longest wait")
          .isLessThan(timeout + 2 * (lag + TICK_MILLIS));
      assertThat(waits.all()).as("those who waited").isNotEmpty();
      assertThat(waits.millis(0.5)).as("the usual wait").isLessThan(USUAL * timeout + lag);
      assertThat(open.count(Answer::waited)).as("decisions that waited").isZero();
      assertThat(more).as("more threads").isLessThanOrEqualTo(MOST_THREADS);
      assertThat(back).as("milliseconds until the store decides again").isLessThan(5_000);
    }
  }

  private static int threads() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }
}
