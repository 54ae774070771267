package com.throttlex.micrometer;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * A store that measures another one: {@code throttlex.latency} is the time of its decisions, {@code
 * throttlex.store.errors} counts its failures, and {@code throttlex.undecided} the requests that
 * got no decision because of them.
 *
 * <p>In memory, measuring takes about as long as deciding. So it can measure only some decisions:
 * the first of every thread, and then one in so many. All failures are counted.
 */
public final class MeteredStore extends ForwardingStore {
  private static final Duration[] STEPS =
      Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000)
          .map(micros -> Duration.ofNanos(micros * 1_000L))
          .toArray(Duration[]::new);

  /** One in this many decisions in memory is timed. */
  private static final int ONE_IN_MEMORY = 16;

  private final LongSupplier nanoTime;
  private final int oneIn;
  private final ThreadLocal<int[]> decisions = ThreadLocal.withInitial(() -> new int[1]);
  private final Timer latency;
  private final Counter errors;
  private final Counter undecided;

  /**
   * Measures a store.
   *
   * @param name the name of the store in metrics
   * @param nanoTime a monotonic clock, such as {@code System::nanoTime}
   * @param oneIn times one in this many decisions; 1 for all
   */
  public MeteredStore(
      Store store, String name, MeterRegistry registry, LongSupplier nanoTime, int oneIn) {
    super(store);
    if (oneIn < 1) {
      throw new IllegalArgumentException("oneIn: " + oneIn + " (expected: at least 1)");
    }
    this.nanoTime = nanoTime;
    this.oneIn = oneIn;
    latency =
        Timer.builder("throttlex.latency")
            .description("Time of a decision in the store; measured for one decision in " + oneIn)
            .tag("store", name)
            .serviceLevelObjectives(STEPS)
            .register(registry);
    errors =
        Counter.builder("throttlex.store.errors")
            .description("Decisions that the store could not make because it failed")
            .tag("store", name)
            .register(registry);
    undecided =
        Counter.builder("throttlex.undecided")
            .description("Requests that got no decision, not even in fallback")
            .tag("store", name)
            .register(registry);
  }

  /** Measures some decisions of a memory store, and its keys as {@code throttlex.keys}. */
  public static MeteredStore inMemory(MemoryStore store, MeterRegistry registry) {
    Gauge.builder("throttlex.keys", store, MemoryStore::keys)
        .description("Keys in the memory store")
        .register(registry);
    return new MeteredStore(store, "memory", registry, System::nanoTime, ONE_IN_MEMORY);
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    return isMeasured() ? measured(charges) : counted(super.decide(charges));
  }

  private boolean isMeasured() {
    int[] before = decisions.get();
    boolean measured = before[0] == 0;
    before[0] = before[0] + 1 == oneIn ? 0 : before[0] + 1;
    return measured;
  }

  private CompletionStage<Verdicts> measured(Charges charges) {
    long start = nanoTime.getAsLong();
    CompletionStage<Verdicts> decided = super.decide(charges);
    if (isFine(decided)) {
      record(start);
      return decided;
    }
    return counted(decided.whenComplete((done, failure) -> record(start)));
  }

  private void record(long start) {
    latency.record(nanoTime.getAsLong() - start, TimeUnit.NANOSECONDS);
  }

  private CompletionStage<Verdicts> counted(CompletionStage<Verdicts> decided) {
    return isFine(decided)
        ? decided
        : decided.whenComplete(
            (done, failure) -> {
              if (failure != null) {
                errors.increment();
                undecided.increment();
              }
            });
  }

  private static boolean isFine(CompletionStage<Verdicts> decided) {
    CompletableFuture<Verdicts> future = decided.toCompletableFuture();
    return future.isDone() && !future.isCompletedExceptionally();
  }
}
