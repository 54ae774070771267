package com.throttlex.tck;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounded waits for the work of other threads and processes.
 *
 * <p>A wait polls its condition every 2 ms. It fails when the bound has passed, when the condition
 * throws, or when the thread is interrupted. The common bound is generous, so that a busy machine
 * fails no test; give a bound of your own only where the time itself is under test.
 */
public final class Await {
  private static final Duration COMMON_BOUND = Duration.ofSeconds(30);
  private static final long STEP_NANOS = 2_000_000;

  private Await() {}

  /** A state that a test waits for. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  /**
   * Waits until the condition holds.
   *
   * @param what names the awaited state in the failure
   * @return the milliseconds it took
   */
  public static double until(String what, Condition condition) {
    return until(COMMON_BOUND, what, condition);
  }

  /** Waits as {@link #until(String, Condition)} does; a failure describes the state at its time. */
  public static double until(Supplier<String> state, Condition condition) {
    return until(COMMON_BOUND, state, condition);
  }

  /** Waits as {@link #until(String, Condition)} does, with a bound of the caller. */
  public static double until(Duration atMost, String what, Condition condition) {
    return until(atMost, () -> what, condition);
  }

  /** Waits as {@link #until(Supplier, Condition)} does, with a bound of the caller. */
  public static double until(Duration atMost, Supplier<String> state, Condition condition) {
    long start = System.nanoTime();
    while (!holds(state, condition)) {
      if (System.nanoTime() - start > atMost.toNanos()) {
        throw new AssertionError(state.get() + ": not within " + atMost.toMillis() + " ms");
      }
      if (Thread.currentThread().isInterrupted()) {
        throw new AssertionError(state.get() + ": wait interrupted");
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private static boolean holds(Supplier<String> state, Condition condition) {
    try {
      return condition.holds();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(state.get() + ": wait interrupted", e);
    } catch (Exception e) {
      throw new AssertionError(state.get() + ": " + e, e);
    }
  }

  /** Asks until the answer is present, within the common bound, and returns it. */
  public static <T> T answer(String what, Callable<Optional<T>> question) {
    AtomicReference<@Nullable T> answer = new AtomicReference<>();
    until(
        what,
        () -> {
          answer.set(question.call().orElse(null));
          return answer.get() != null;
        });
    return Objects.requireNonNull(answer.get());
  }
}
