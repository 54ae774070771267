package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CoalescerRaceTest {
  private static final Limit LIMIT = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("10000/1d"));
  private static final Limit OTHER = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1/1d"));

  /** Runs the work of a store on another thread, as a remote store does. */
  private interface Work {
    void decide(List<Verdicts> requests);
  }

  private record Remote(Scheduler scheduler, Delay delay, Work work, AtomicInteger batches)
      implements BatchStore {
    @Override
    public CompletionStage<Void> decideAll(List<Verdicts> requests) {
      batches.incrementAndGet();
      CompletableFuture<Void> answered = new CompletableFuture<>();
      scheduler.after(
          delay.nanos(),
          () -> {
            work.decide(requests);
            answered.complete(null);
          });
      return answered;
    }

    @Override
    public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<Boolean> reset(Key key, int index, long now) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }

  private interface Delay {
    long nanos();
  }

  @Test
  void oneKey_from64Threads_admitsExactlyTheLimitInFewBatches() throws Exception {
    MemoryStore memory = new MemoryStore();
    AtomicInteger batches = new AtomicInteger();
    try (SchedulerThread remote = new SchedulerThread("remote");
        SchedulerThread scheduler = new SchedulerThread("scheduler")) {
      Coalescer coalescer =
          new Coalescer(
              new Remote(remote, () -> 0, requests -> requests.forEach(memory::decide), batches),
              CoalescerSettings.of(Duration.ofMinutes(1)),
              new SystemTime(),
              scheduler);
      Key key = Key.of("hot", "hot");
      long admitted =
          Crowd.sum(
              64,
              thread -> {
                long units = 0;
                for (int i = 0; i < 300; i++) {
                  Charges charges = new Charges().start(SteppedTime.START);
                  charges.add(key, 0, LIMIT, 1);
                  units +=
                      coalescer.decide(charges).toCompletableFuture().join().admitted() ? 1 : 0;
                }
                return units;
              });

      assertThat(admitted).isEqualTo(10_000);
      assertThat(batches.get()).as("batches for 19,200 requests").isLessThan(19_200 / 2);
    }
  }

  @Test
  void answersAroundTheTimeout_reachTheirOwnRequestOrNone() throws Exception {
    Random random = new Random(7);
    AtomicLong answered = new AtomicLong();
    AtomicLong failed = new AtomicLong();
    try (SchedulerThread remote = new SchedulerThread("remote");
        SchedulerThread scheduler = new SchedulerThread("scheduler")) {
      Coalescer coalescer =
          new Coalescer(
              new Remote(
                  remote,
                  () -> random.nextInt(2_200_000),
                  requests -> requests.forEach(CoalescerRaceTest::echo),
                  new AtomicInteger()),
              new CoalescerSettings(Duration.ofMillis(2), 4, 4, 1000),
              new SystemTime(),
              scheduler);
      Crowd.sum(
          8,
          thread -> {
            Charges charges = new Charges();
            for (int i = 0; i < 1500; i++) {
              String text = thread + "-" + i;
              charges = charges.isKept() ? new Charges() : charges;
              charges.start(i).add(Key.of(text, ""), 0, LIMIT, 1);
              try {
                assertEchoed(coalescer.decide(charges).toCompletableFuture().join(), text);
                answered.incrementAndGet();
              } catch (CompletionException e) {
                failed.incrementAndGet();
              }
              assertUntouched(charges, i, text);
            }
            return 0;
          });
    }
    assertThat(answered.get()).as("answered").isGreaterThan(100);
    assertThat(failed.get()).as("failed").isGreaterThan(100);
  }

  /** Answers with values that only this request can get. */
  private static void echo(Verdicts verdicts) {
    String text = verdicts.get(0).charge().key().text();
    long hash = text.hashCode();
    verdicts.get(0).judged(true, hash, hash);
    verdicts.get(0).report(hash, hash, hash);
    verdicts.get(0).answeredUnder(OTHER);
    verdicts.decided(hash, text);
  }

  private static void assertEchoed(Verdicts verdicts, String text) {
    assertThat(verdicts.reservation()).isEqualTo(text);
    assertThat(verdicts.get(0).remaining()).isEqualTo(text.hashCode());
    assertThat(verdicts.get(0).delayNanos()).isEqualTo(text.hashCode());
  }

  /** Checks for a while that no late answer changes the request. */
  private static void assertUntouched(Charges charges, long now, String text) {
    for (int i = 0; i < 2_000; i++) {
      Thread.onSpinWait();
      assertThat(charges.now() == now && charges.get(0).limit().equals(LIMIT)).isTrue();
    }
    assertThat(charges.reservation()).isNull();
    assertThat(charges.get(0).key().text()).isEqualTo(text);
  }
}
