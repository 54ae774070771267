package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.provider.Heartbeat;
import com.throttlex.shared.FaultyStore.Fault;
import com.throttlex.store.Charges;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.StoreUnusableException;
import com.throttlex.test.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedStoreTest {
  private static final String AWAY = "Redis failing (%s); using on-store-failure";

  private final ManualClock time = new ManualClock();
  private final long start = time.nanos();
  private final FaultyStore remote = new FaultyStore((nanos, work) -> {});
  private final AtomicInteger beats = new AtomicInteger();
  private final AtomicInteger farewells = new AtomicInteger();
  private final CountDownLatch threeBeats = new CountDownLatch(3);
  private volatile @Nullable RuntimeException failure;
  private volatile boolean silent;
  private final CompletableFuture<Integer> unanswered = new CompletableFuture<>();
  private final AtomicInteger warnings = new AtomicInteger();
  private final SharedStore counters =
      new SharedStore(
          "Redis",
          new TestConnection(remote, new Heart(), this::warnings),
          SharedSettings.of(time));

  private final class Heart implements Heartbeat {
    @Override
    public CompletionStage<?> beat() {
      beats.incrementAndGet();
      threeBeats.countDown();
      if (silent) {
        return unanswered;
      }
      RuntimeException thrown = failure;
      return thrown == null
          ? CompletableFuture.completedFuture(7)
          : CompletableFuture.failedFuture(thrown);
    }

    @Override
    public int live() {
      return 7;
    }

    @Override
    public CompletionStage<?> leave() {
      return CompletableFuture.completedFuture(farewells.incrementAndGet());
    }
  }

  private CompletionStage<List<String>> warnings() {
    return warnings.incrementAndGet() == 1
        ? CompletableFuture.failedFuture(new StoreUnavailableException("redis: no connection"))
        : CompletableFuture.completedFuture(List.of("maxmemory-policy: wrong"));
  }

  @AfterEach
  void close() {
    unanswered.complete(7); // a farewell waits for the last beat
    counters.close();
  }

  private boolean isAnswering(ManualClock clock, long since) {
    return counters.isAnswering(clock, since, () -> false);
  }

  @Test
  void firstAnswer_whenTheStoreAnswers_asksItSoThatItIsWarm() {
    assertThat(isAnswering(time, start)).isTrue();

    assertThat(time.nanos()).isEqualTo(start);
    assertThat(remote.asked).hasValue(5 * 16);
    assertThat(counters.problem()).isEmpty();
    assertThat(counters.breaker()).isEqualTo("closed");
    assertThat(counters.live()).isEqualTo(7);
  }

  @Test
  void firstAnswer_whenTheStoreIsAway_goesOnWithoutItAfterTwoSeconds() {
    failure = new StoreUnavailableException("redis: no connection");
    assertThat(isAnswering(time, start)).isFalse();

    assertThat(time.nanos() - start).isBetween(2_000_000_000L, 2_100_000_000L);
    assertThat(counters.problem()).isEqualTo(AWAY.formatted("redis: no connection"));
  }

  @Test
  void firstAnswer_byAClockOfItsOwn_leavesTheOtherAlone() {
    failure = new StoreUnavailableException("redis: no connection");
    ManualClock other = new ManualClock();
    long begin = other.nanos();
    assertThat(isAnswering(other, begin)).isFalse();

    assertThat(other.nanos() - begin).isBetween(2_000_000_000L, 2_100_000_000L);
    assertThat(time.nanos()).isEqualTo(start);
  }

  @Test
  void firstAnswer_whenTheStoreNeitherAnswersNorFails_goesOnWithoutItAfterSixSeconds() {
    silent = true;
    assertThat(isAnswering(time, start - 5_990_000_000L)).isFalse();

    assertThat(time.nanos() - start).isBetween(10_000_000L, 110_000_000L);
    assertThat(beats).hasValue(1);
    assertThat(counters.problem()).isEmpty();
  }

  @Test
  void firstAnswer_whenWaitingWillNotHelp_failsAtOnce() {
    failure = new StoreUnusableException("database: newer", null);

    assertThatThrownBy(() -> isAnswering(time, start))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("store: database: newer");
    assertThat(time.nanos()).isEqualTo(start);
  }

  @Test
  void problem_whenNodesAreCountedButRequestsAreNotDecided_isTold() {
    remote.fault = Fault.DOWN;
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("5/1m"));
    for (int i = 0; i < 100 && counters.breaker().equals("closed"); i++) {
      Charges charges = new Charges().start(time.nanos());
      charges.add(Key.of("rule", "user-" + i), 0, limit, 1);
      counters.decide(charges).toCompletableFuture().join();
      time.advance(Duration.ofMillis(10)); // answers at the same time count as one
    }

    assertThat(counters.breaker()).isNotEqualTo("closed");
    assertThat(counters.problem()).isEqualTo(AWAY.formatted("store: down"));
  }

  @Test
  void heart_onceTold_beatsByItselfUntilTheStoreIsClosed() throws Exception {
    counters.keepBeating();
    assertThat(threeBeats.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(farewells).hasValue(0);

    counters.close();
    int last = beats.get();
    assertThat(counters.beat().toCompletableFuture()).isCompletedWithValue(true);
    assertThat(beats).hasValue(last);
    assertThat(farewells).hasValue(1);
  }

  @Test
  void warnings_areAskedForUntilTheStoreAnswersThemOnce() {
    failure = new StoreUnavailableException("redis: no connection");
    counters.beat().toCompletableFuture().join();
    assertThat(warnings).hasValue(0);

    failure = null;
    for (int i = 0; i < 4; i++) {
      assertThat(counters.beat().toCompletableFuture().join()).isTrue();
    }
    assertThat(warnings).hasValue(2);
  }
}
