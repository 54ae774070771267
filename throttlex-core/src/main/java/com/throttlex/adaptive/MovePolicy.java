package com.throttlex.adaptive;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The time between moves of a limit, and the one way to move it. */
final class MovePolicy {
  /** The time of the previous step, in nanoseconds since the epoch. */
  static final String STEPPED = "stepped";

  /** The time of the last move, even by a fraction, in nanoseconds since the epoch. */
  static final String MOVED = "moved";

  private static final double NANOS = 1e9;

  /** The largest error of a time since the epoch that is stored as a double. */
  private static final long INEXACT = 1000;

  private static final int LONGEST_STEP = 10;

  private final Range range;
  private final long between;
  private final double interval;

  MovePolicy(Range range, AdaptiveSettings settings) {
    this.range = range;
    between = settings.changeInterval().toNanos();
    interval = settings.interval().toNanos() / NANOS;
  }

  /** Returns a limit at the base of its range; it may move when the interval has passed. */
  ControlState start(long now) {
    return new ControlState(range.base(), now, Map.of());
  }

  /** Returns the seconds since the previous step; a long pause counts as a short one. */
  double seconds(ControlState state, long now) {
    if (!state.memory().containsKey(STEPPED)) {
      return interval;
    }
    double seconds = (now - (long) state.memory(STEPPED, 0)) / NANOS;
    return Math.max(0, Math.min(LONGEST_STEP * interval, seconds));
  }

  /** Returns the weight of a new value after a time, given its weight per interval. */
  double believed(double part, double seconds) {
    return 1 - StrictMath.pow(1 - part, seconds / interval);
  }

  /** Returns the seconds since the last move. */
  double sinceMove(ControlState state, long now) {
    return Math.min(now - state.changedAt(), sinceFraction(state, now)) / NANOS;
  }

  private static long sinceFraction(ControlState state, long now) {
    Double moved = state.memory().get(MOVED);
    return now - (moved == null ? state.changedAt() : moved.longValue());
  }

  /** Returns whether it is too early to move again. */
  boolean early(ControlState state, long now) {
    return now - state.changedAt() < between || sinceFraction(state, now) < between - INEXACT;
  }

  /**
   * Returns the state within the range, which may have changed, and not later than the clock, which
   * may have gone back.
   */
  ControlState fitted(ControlState state, long now) {
    double limit = range.clamp(state.limit());
    boolean other = (long) limit != state.whole();
    boolean ahead = sinceMove(state, now) * NANOS < -between;
    if (!other && !ahead) {
      return state;
    }
    Map<String, Double> memory = new HashMap<>(state.memory());
    memory.put(MOVED, (double) now);
    return new ControlState(limit, now, memory);
  }

  /** Returns the state with the limit unchanged. */
  ControlState hold(ControlState state, Map<String, Double> learned, long now) {
    return new ControlState(state.limit(), state.changedAt(), memory(state, learned, now));
  }

  /** Returns the state with the limit moved to a value, within the range. */
  ControlState move(ControlState state, double limit, Map<String, Double> learned, long now) {
    Map<String, Double> memory = memory(state, learned, now);
    memory.put(MOVED, (double) now);
    double next = range.clamp(limit);
    long changedAt = (long) next == state.whole() ? state.changedAt() : now;
    return new ControlState(next, changedAt, memory);
  }

  private static Map<String, Double> memory(
      ControlState state, Map<String, Double> learned, long now) {
    Map<String, Double> memory = new HashMap<>(state.memory());
    memory.putAll(learned);
    memory.put(STEPPED, (double) now);
    return memory;
  }

  /** Returns a number in the form that reasons use. */
  static String shown(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.2f" : "%.0f", value);
  }
}
