package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** The engine between its callers' threads and its store. */
class EngineTest {
  private static final int THREADS = 8;

  /** A store on another thread and with its own clock, a minute ahead. */
  private static final class Distant implements Store {
    private static final long AHEAD = 60_000_000_000L;

    private final MemoryStore store = new MemoryStore();
    private boolean closed;

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      return CompletableFuture.supplyAsync(
          () -> {
            Verdicts verdicts = new Verdicts(charges);
            verdicts.now(charges.now() + AHEAD);
            store.decide(verdicts);
            return verdicts;
          });
    }

    @Override
    public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
      return store.settle(reservation, cost, now + AHEAD);
    }

    @Override
    public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
      return store.inspect(key, index, now + AHEAD);
    }

    @Override
    public CompletionStage<Boolean> reset(Key key, int index, long now) {
      return store.reset(key, index, now + AHEAD);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Test
  void check_withStoreThatAnswersLater_waitsAndUsesTheStoreClock() {
    ManualTime time = new ManualTime();
    ThrottleX throttlex = ThrottleX.of(Lab.book(perUser("r", "2/1h")), new Distant(), time);

    Decision decision = throttlex.check(RequestContext.ofUser("u"));

    assertThat(decision.remaining()).isEqualTo(1);
    assertThat(decision.nowNanos()).isEqualTo(time.nanos() + Distant.AHEAD);
    assertThat(throttlex.inspect("r|user=u")).hasSize(1);
    assertThat(throttlex.reset("r|user=u")).isTrue();
  }

  @Test
  void acquire_withStoreClockAhead_waitsOnlyForTheDelay() throws InterruptedException {
    ManualTime time = new ManualTime();
    OnExceed delay = OnExceed.delay(Duration.ofSeconds(5));
    RuleBook book = Lab.book(perUser("r", "1/1s").onExceed(delay));
    ThrottleX throttlex = ThrottleX.of(book, new Distant(), time);
    RequestContext request = RequestContext.ofUser("u");

    assertThat(throttlex.acquire(request, Duration.ZERO).allowed()).isTrue();
    assertThat(time.elapsed()).isZero();
    assertThat(throttlex.acquire(request, Duration.ZERO).allowed()).isTrue();
    assertThat(time.elapsed()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void close_closesTheStore() {
    Distant store = new Distant();
    ThrottleX throttlex = ThrottleX.of(Lab.book(), store, new ManualTime());
    assertThat(store.closed).isFalse();

    throttlex.close();

    assertThat(store.closed).isTrue();
  }

  @Test
  void engine_madeOfRulesOnly_countsInMemoryAndInRealTime() {
    try (ThrottleX throttlex = ThrottleX.of(Lab.book(perUser("r", "2/18250d")))) {
      RequestContext request = RequestContext.ofUser("u");
      assertThat(throttlex.check(request).allowed()).isTrue();
      assertThat(throttlex.check(request).allowed()).isTrue();
      assertThat(throttlex.check(request).allowed()).isFalse();
    }
  }

  @Test
  void check_fromManyThreads_allowsExactlyWhatAllRulesAllow() {
    Lab lab = Lab.of(perUser("mine", "3000/1h"), global("all", "10000/1h"));
    AtomicInteger admitted = new AtomicInteger();
    inThreads(
        number -> {
          for (int i = 0; i < 5_000; i++) {
            admitted.addAndGet(lab.check("user-" + (number + i) % 4).allowed() ? 1 : 0);
          }
        });

    assertThat(admitted).hasValue(10_000);
    long used = 0;
    for (int user = 0; user < 4; user++) {
      used += 3_000 - lab.left("user-" + user, "mine");
    }
    assertThat(used).isEqualTo(10_000);
    assertThat(lab.left("user-0", "all")).isZero();
  }

  @Test
  void check_repeatedByManyThreads_isChargedOnce() {
    Lab lab = Lab.of(perUser("r", "1000/1h"), global("all", "1000/1h"));
    inThreads(
        number -> {
          for (int i = 0; i < 100; i++) {
            lab.check(Lab.user("u").idempotencyKey("key-" + i));
          }
        });

    assertThat(lab.left("u", "r")).isEqualTo(900);
    assertThat(lab.left("u", "all")).isEqualTo(900);
  }

  @Test
  void settle_byManyThreads_settlesOnce() {
    Lab lab = Lab.of(perUser("r", "1000/1h"));
    String reservation = lab.check(Lab.user("u").cost(500).reserve(true)).reservation();
    AtomicInteger settled = new AtomicInteger();
    inThreads(
        number -> {
          Settlement outcome = lab.throttlex.settle(reservation, 400);
          settled.addAndGet(outcome == Settlement.SETTLED ? 1 : 0);
        });

    assertThat(settled).hasValue(1);
    assertThat(lab.left("u", "r")).isEqualTo(600);
  }

  @Test
  void run_fromManyThreads_neverExceedsTheSlotsAndRunsAll() {
    ThrottleX throttlex =
        ThrottleX.of(Lab.book(global("slots", "2/1h").algorithm(Algorithm.CONCURRENCY)));
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Runnable work =
        () -> {
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          inside.decrementAndGet();
          done.incrementAndGet();
        };
    inThreads(
        number -> {
          for (int i = 0; i < 50; i++) {
            try {
              throttlex.run(RequestContext.ofUser("u"), Duration.ofMinutes(1), work);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            }
          }
        });

    assertThat(done).hasValue(THREADS * 50);
    assertThat(most.get()).isBetween(1, 2);
    assertThat(throttlex.inspect("slots|global").get(0).remaining()).isEqualTo(2);
  }

  @Test
  void inThreads_whenAThreadFails_throws() {
    assertThatThrownBy(
            () ->
                inThreads(
                    number -> {
                      throw new IllegalStateException("thread");
                    }))
        .hasRootCauseMessage("thread");
  }

  private static void inThreads(IntConsumer work) {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<CompletableFuture<Void>> running = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        running.add(CompletableFuture.runAsync(() -> work.accept(number), threads));
      }
      running.forEach(CompletableFuture::join);
    } finally {
      threads.shutdown();
    }
  }
}
