package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.tck.LinearizableOperations.InMemory;
import com.throttlex.tck.LinearizableOperations.Sequential;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The answers of concurrent operations on the memory store are those of some sequential order.
 *
 * <p>Lincheck tries the possible interleavings of the threads' steps and searches for an order in
 * which the models give the same answers.
 */
class LinearizabilityTest {
  private static final long SECOND = 1_000_000_000L;

  /** Classes that are local to a thread or only compute: nothing to interleave. */
  private static final Set<String> PURE =
      Set.of(
          "com.throttlex.algorithm.Bucket",
          "com.throttlex.algorithm.FixedWindow",
          "com.throttlex.algorithm.SlidingCounter",
          "com.throttlex.algorithm.Tally",
          "com.throttlex.algorithm.MulDiv",
          "com.throttlex.algorithm.Windows",
          "com.throttlex.algorithm.Meter",
          "com.throttlex.algorithm.Limit",
          "com.throttlex.algorithm.SlidingLog",
          "com.throttlex.algorithm.RingLog",
          "com.throttlex.algorithm.CounterState",
          "com.throttlex.algorithm.Rate",
          "com.throttlex.algorithm.Period",
          "com.throttlex.store.Charges",
          "com.throttlex.store.Charge",
          "com.throttlex.store.Verdicts",
          "com.throttlex.store.ChargeVerdict",
          "com.throttlex.tck.LinearizableOperations$PlacedKey");

  @Test
  void buckets_ofDifferentRates_areLinearizable() {
    check(Buckets.class, BucketModels.class, 3, 30);
  }

  @Test
  void windows_ofDifferentKinds_areLinearizable() {
    check(Windows.class, WindowModels.class, 3, 30);
  }

  @Test
  void counters_whenWindowsRoll_areLinearizable() {
    check(Counters.class, CounterModels.class, 3, 30);
  }

  @Test
  void logs_givingWayToBuckets_areLinearizable() {
    check(Logs.class, LogModels.class, 3, 30);
  }

  @Test
  @Tag("long")
  void allKinds_inManyMoreInterleavings_areLinearizable() {
    check(Buckets.class, BucketModels.class, 15, 200);
    check(Windows.class, WindowModels.class, 15, 200);
    check(Counters.class, CounterModels.class, 15, 200);
    check(Logs.class, LogModels.class, 15, 200);
  }

  @Test
  void requestsDecidedPieceByPiece_areFoundOut() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(
            () ->
                stress(WindowModels.class, 50, 500)
                    .minimizeFailedScenario(false)
                    .check(Piecemeal.class))
        .withMessageContaining("Invalid execution results");
  }

  private static void check(Class<?> store, Class<?> models, int scenarios, int interleavings) {
    new ModelCheckingOptions()
        .iterations(scenarios)
        .invocationsPerIteration(interleavings)
        .threads(2)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .sequentialSpecification(models)
        .addGuarantee(forClasses(PURE::contains).allMethods().ignore())
        .check(store);
    stress(models, 10 * scenarios, 10 * interleavings).check(store);
  }

  private static StressOptions stress(Class<?> models, int scenarios, int runs) {
    return new StressOptions()
        .iterations(scenarios)
        .invocationsPerIteration(runs)
        .threads(3)
        .actorsPerThread(2)
        .actorsBefore(1)
        .actorsAfter(1)
        .sequentialSpecification(models);
  }

  private static final Limit FIVE = limit(Algorithm.TOKEN_BUCKET, "5/1s");
  private static final Limit THREE = limit(Algorithm.GCRA, "3/3s");

  public static class Buckets extends InMemory {
    public Buckets() {
      super(FIVE, THREE, 0);
    }
  }

  public static class BucketModels extends Sequential {
    public BucketModels() {
      super(FIVE, THREE, 0);
    }
  }

  private static final Limit FIXED = limit(Algorithm.FIXED_WINDOW, "5/1s");
  private static final Limit SLIDING = limit(Algorithm.SLIDING_WINDOW_COUNTER, "4/1s");

  public static class Windows extends InMemory {
    public Windows() {
      super(FIXED, SLIDING, 0);
    }
  }

  public static class WindowModels extends Sequential {
    public WindowModels() {
      super(FIXED, SLIDING, 0);
    }
  }

  /** Charges both keys one after the other. */
  public static class Piecemeal extends Windows {
    @Override
    long decide(
        int first, int last, Limit limit, long cost, long now, boolean dryRun, String reservation) {
      long one = super.decide(first, first, limit, cost, now, dryRun, reservation);
      return first == last
          ? one
          : 1000 * one + super.decide(last, last, limit, cost, now, dryRun, reservation);
    }
  }

  private static final Limit RAISED = limit(Algorithm.SLIDING_WINDOW_COUNTER, "7/1s");

  public static class Counters extends InMemory {
    public Counters() {
      super(SLIDING, RAISED, SECOND);
    }
  }

  public static class CounterModels extends Sequential {
    public CounterModels() {
      super(SLIDING, RAISED, SECOND);
    }
  }

  private static final Limit LOG = limit(Algorithm.CONCURRENCY, "5/1s");

  public static class Logs extends InMemory {
    public Logs() {
      super(LOG, FIVE, 0);
    }
  }

  public static class LogModels extends Sequential {
    public LogModels() {
      super(LOG, FIVE, 0);
    }
  }
}
