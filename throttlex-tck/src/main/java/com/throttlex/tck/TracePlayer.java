package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import com.throttlex.store.Status;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** Plays a trace to a store and to the models, up to the first different answer. */
final class TracePlayer {
  private final StoreDriver store;
  private final ReferenceStore reference = new ReferenceStore();

  private TracePlayer(StoreDriver store) {
    this.store = store;
  }

  /**
   * Returns the first different answer, or null; the store is created for the time at which the
   * trace begins.
   */
  static Trace.@Nullable Mismatch play(Trace trace, LongFunction<StoreDriver> newStore) {
    try (StoreDriver store = newStore.apply(TraceGenerator.EARLIEST)) {
      TracePlayer player = new TracePlayer(store);
      for (int i = 0; i < trace.steps().size(); i++) {
        Pair pair = player.take(trace.steps().get(i));
        if (!pair.expected.equals(pair.actual)) {
          return new Trace.Mismatch(i, pair.expected, pair.actual);
        }
      }
      return null;
    }
  }

  private record Pair(String expected, String actual) {
    static Pair of(Object expected, Object actual) {
      return new Pair(expected.toString(), actual.toString());
    }
  }

  private Pair take(TraceStep step) {
    long now = store.now();
    if (step instanceof TraceStep.Time time) {
      store.at(time.now());
      return Pair.of("", "");
    } else if (step instanceof TraceStep.Request request) {
      return Pair.of(reference.decide(request, now), store.decide(request));
    } else if (step instanceof TraceStep.Settle settle) {
      return Pair.of(
          reference.settle(settle.reservation(), settle.cost(), now),
          store.settle(settle.reservation(), settle.cost()));
    } else if (step instanceof TraceStep.Inspect inspect) {
      return inspect(inspect, now);
    }
    return reset((TraceStep.Reset) step, now);
  }

  /** Compares an inspection; a full counter may exist or not. */
  private Pair inspect(TraceStep.Inspect step, long now) {
    ReferenceModel model = reference.inspect(step.key(), step.index());
    Optional<Status> actual = store.inspect(StoreDriver.key(step.key()), step.index());
    if (model == null || model.isWhole(now)) {
      boolean whole =
          actual.map(status -> status.remaining() == status.limit().capacity()).orElse(true);
      return Pair.of("full or absent", whole ? "full or absent" : actual);
    }
    Status expected = new Status(model.limit(), model.remaining(now), model.resetAt(now));
    return Pair.of(print(Optional.of(expected)), print(actual));
  }

  private static String print(Optional<Status> status) {
    return status.map(TracePlayer::print).orElse("absent");
  }

  private static String print(Status status) {
    Limit limit = status.limit();
    return limit + ", " + status.remaining() + " left, full at " + status.resetAt();
  }

  private Pair reset(TraceStep.Reset step, long now) {
    ReferenceModel model = reference.inspect(step.key(), step.index());
    boolean whole = model == null || model.isWhole(now);
    boolean found = store.reset(StoreDriver.key(step.key()), step.index());
    reference.reset(step.key(), step.index());
    return Pair.of("forgotten", whole || found ? "forgotten" : "absent");
  }
}
