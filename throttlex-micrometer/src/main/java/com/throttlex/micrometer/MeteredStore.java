package com.throttlex.micrometer;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that measures another: {@code throttlex.latency} is how long its decisions take, {@code
 * throttlex.store.errors} how often it could not decide.
 */
public final class MeteredStore implements Store {
  private static final Duration[] STEPS =
      Stream.of(1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 250_000)
          .map(micros -> Duration.ofNanos(micros * 1_000L))
          .toArray(Duration[]::new);

  private final Store store;
  private final LongSupplier nanoTime;
  private final Timer latency;
  private final Counter errors;

  /**
   * Measures a store.
   *
   * @param name the store as metrics name it
   * @param nanoTime a clock for lengths of time, such as {@code System::nanoTime}
   */
  public MeteredStore(Store store, String name, MeterRegistry registry, LongSupplier nanoTime) {
    this.store = store;
    this.nanoTime = nanoTime;
    latency =
        Timer.builder("throttlex.latency")
            .description("How long the store takes to decide")
            .tag("store", name)
            .serviceLevelObjectives(STEPS)
            .register(registry);
    errors =
        Counter.builder("throttlex.store.errors")
            .description("Decisions that the store could not make")
            .tag("store", name)
            .register(registry);
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    long start = nanoTime.getAsLong();
    CompletionStage<Void> decided = store.decide(charges);
    if (decided.toCompletableFuture().isDone()
        && !decided.toCompletableFuture().isCompletedExceptionally()) {
      latency.record(nanoTime.getAsLong() - start, TimeUnit.NANOSECONDS);
      return decided;
    }
    return decided.whenComplete((done, failure) -> count(start, failure));
  }

  private void count(long start, @Nullable Throwable failure) {
    latency.record(nanoTime.getAsLong() - start, TimeUnit.NANOSECONDS);
    if (failure != null) {
      errors.increment();
    }
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return store.settle(reservation, cost, now);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return store.inspect(key, index, now);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return store.reset(key, index, now);
  }

  @Override
  public void close() {
    store.close();
  }
}
