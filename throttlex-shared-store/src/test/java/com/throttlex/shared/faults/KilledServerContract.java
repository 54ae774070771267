package com.throttlex.shared.faults;

import static com.throttlex.shared.faults.Answers.inOneSecond;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.provider.StoreConnection;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.tck.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * Tests a server that is killed under load and comes back, with its counters or without.
 *
 * <p>The bound: in any window the store admits at most the limit, and a node without it at most its
 * local share, limit / nodes. So the window in which the store fails or recovers has at most limit
 * + local share for each node. A local share that was charged to the store in its window is full
 * again, and the limit is smaller by as much.
 *
 * <p>A store that keeps its counters has all admissions from before its end. It may have more: a
 * request whose answer was lost is decided in fallback and charged again later. So each of those
 * may count twice, and no other request.
 */
public interface KilledServerContract extends FaultFixture {
  int NODES = 2;
  long AMOUNT = 100;
  long SHARE = AMOUNT / NODES;
  long CALM = 1_000_000_000L;
  Limit LIMIT = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(AMOUNT + "/1s"));

  /** A limit that is so large that nothing is denied, and so long that nothing expires. */
  Limit LASTING = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10000000/18250d"));

  @Test
  default void decisions_whenTheServerIsKilledUnderLoad_goOnWithinTheBoundAndNothingIsLost() {
    String url = newStore();
    StoreConnection connection = Node.connect(url, null);
    UnansweredStore store = new UnansweredStore(connection.counters(), "lasting");
    try (Node node =
            new Node(store, connection, NODES, new SystemTime(), UnaryOperator.identity());
        Load load = Load.start(3, Duration.ofMillis(1), i -> ask(node, i))) {
      load.await("limit used up", inOneSecond(AMOUNT, "hot", Answer::isShared));
      Await.until(LONG, "a calm second", node::isCalm);

      long killedAt = System.nanoTime();
      server().kill();
      Await.until(LONG, "breaker open", () -> node.events().openings(killedAt) > 0);
      long openedAt = node.events().openedAt(killedAt);
      double lag = Math.max(node.worstLagMillis(), load.worstLagMillis());
      load.await("share used up", inOneSecond(SHARE, "hot", Answer::isOwn));
      Await.until(LONG, "a failed trial", () -> node.events().openings(killedAt) > 1);
      long restartedAt = System.nanoTime();
      server().restart();
      long upAt = System.nanoTime();
      double back = node.awaitShared(LONG);
      load.await("limit used up again", inOneSecond(AMOUNT, "hot", Answer::isShared));
      Answers answers = load.stop();
      Answers lasting = answers.of("lasting");
      Answers kept = keepsCounters() ? lasting : lasting.since(openedAt);
      long counted = counted(url, kept.count(Answer::admitted));

      Answers hot = answers.of("hot");
      Answers away = hot.since(killedAt - CALM).only(answer -> answer.askedAt() < upAt);
      Answers down = answers.since(openedAt).only(answer -> answer.askedAt() < restartedAt);
      double opening = (openedAt - killedAt) / 1e6;
      Figures.tell(
          "%s killed: open after %.0f ms (lag %.0f ms), then p99 %.3f ms of %d, longest wait"
              + " %.0f ms, back %.0f ms after the restart, at most %d and %d a window,"
              + " %d acknowledged of %d asked and %d counted, %d unanswered",
          server(),
          opening,
          lag,
          down.millis(0.99),
          down.all().size(),
          answers.longestMillis(),
          back,
          hot.mostInOneSecond(Answer::isShared),
          away.mostInOneSecond(Answer::isOwn),
          lasting.count(Answer::isShared),
          lasting.all().size(),
          counted,
          store.unanswered());
      assertThat(answers.failures()).isEmpty();
      assertThat(opening)
          .as("milliseconds until the breaker opened")
          .isLessThan(opensWithin().toMillis() + lag);
      assertThat(down.count(Answer::waited)).as("decisions that waited").isZero();
      assertThat(back).as("milliseconds until the store decides again").isLessThan(5_000);
      assertThat(down.count(Answer::isShared)).as("admitted and not called degraded").isZero();
      assertThat(hot.mostInOneSecond(Answer::isShared)).isEqualTo(AMOUNT);
      assertThat(away.mostInOneSecond(Answer::isOwn)).isEqualTo(SHARE);
      assertThat(hot.mostInOneSecond(Answer::admitted)).isLessThanOrEqualTo(AMOUNT + SHARE);
      assertThat(lasting.since(upAt).count(Answer::isShared)).as("decided again").isPositive();
      assertThat(counted)
          .as("counted of %s asked", lasting.all().size())
          .isLessThanOrEqualTo(lasting.all().size() + store.unanswered());
    }
  }

  private static Answer ask(Node node, int i) {
    return i % 2 == 0 ? node.ask("hot", LIMIT) : node.ask("lasting", LASTING);
  }

  /** Returns the count of the store itself, after all admissions are reconciled. */
  private static long counted(String url, long admitted) {
    try (StoreConnection connection = Node.connect(url, LONG);
        Store store = connection.counters()) {
      Await.until(LONG, "all that was admitted in the store", () -> used(store) >= admitted);
      return used(store);
    }
  }

  private static long used(Store store) {
    Optional<Status> status =
        store
            .inspect(Node.key("lasting"), 0, new SystemTime().nanos())
            .toCompletableFuture()
            .join();
    return status.map(known -> LASTING.capacity() - known.remaining()).orElse(0L);
  }
}
