package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
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

  /** Runs the work of a store on another thread, as a remote store does. */
  private interface Work {
    void decide(List<Charges> requests);
  }

  private record Remote(Scheduler scheduler, Delay delay, Work work, AtomicInteger batches)
      implements BatchStore {
    @Override
    public CompletionStage<Void> decideAll(List<Charges> requests) {
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
                Charges charges = new Charges();
                long units = 0;
                for (int i = 0; i < 300; i++) {
                  charges.start(SteppedTime.START).add(key, 0, LIMIT, 1);
                  coalescer.decide(charges).toCompletableFuture().join();
                  units += charges.admitted() ? 1 : 0;
                }
                return units;
              });

      assertThat(admitted).isEqualTo(10_000);
      assertThat(batches.get()).as("batches for 19,200 requests").isLessThan(19_200 / 2);
    }
  }

  /** A key that is reused for the next request, as the keys of the engine are. */
  private static final class ReusedKey implements Key {
    private String text = "";

    @Override
    public long hi() {
      return text.hashCode();
    }

    @Override
    public long lo() {
      return text.hashCode();
    }

    @Override
    public long scope() {
      return 0;
    }

    @Override
    public String text() {
      return text;
    }

    @Override
    public String subject() {
      return "";
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
            ReusedKey key = new ReusedKey();
            for (int i = 0; i < 1500; i++) {
              key.text = thread + "-" + i;
              charges.start(i).add(key, 0, LIMIT, 1);
              try {
                coalescer.decide(charges).toCompletableFuture().join();
                assertEchoed(charges, key.text);
                answered.incrementAndGet();
              } catch (CompletionException e) {
                failed.incrementAndGet();
                assertUntouched(charges);
              }
            }
            return 0;
          });
    }
    assertThat(answered.get()).as("answered").isGreaterThan(100);
    assertThat(failed.get()).as("failed").isGreaterThan(100);
  }

  /** Answers with values that only this request can get. */
  private static void echo(Charges charges) {
    Charge charge = charges.get(0);
    long hash = charge.key().text().hashCode();
    charge.judged(true, hash, hash);
    charge.report(hash, hash, hash);
    charges.reservedAs(charge.key().text());
  }

  private static void assertEchoed(Charges charges, String text) {
    assertThat(charges.reservation()).isEqualTo(text);
    assertThat(charges.get(0).remaining()).isEqualTo(text.hashCode());
    assertThat(charges.get(0).delayNanos()).isEqualTo(text.hashCode());
  }

  /** Reuses the charges, and checks for a while that nothing else changes them. */
  private static void assertUntouched(Charges charges) {
    charges.start(-1).add(Key.of("other", "other"), 0, LIMIT, 1).judged(false, 1, 2);
    charges.get(0).report(3, 4, 5);
    for (int i = 0; i < 2_000; i++) {
      Thread.onSpinWait();
      assertThat(charges.get(0).remaining() == 3 && charges.now() == -1).isTrue();
    }
    assertThat(charges.reservation()).isNull();
    assertThat(charges.get(0).waitNanos()).isEqualTo(1);
  }
}
