package com.throttlex.store;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.RingLog;
import com.throttlex.algorithm.SlidingLog;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The counter of one key in memory.
 *
 * <p><b>Protocol.</b> {@code word} is the only atomic variable. If it is not negative, it is the
 * state of a {@link Meter}, or the time of the last charge of a log. A single charge against a
 * meter is a compare-and-set from the word it was computed on; it locks and allocates nothing. If
 * the sign bit is set, a thread holds the cell for an instant. It does so to change several cells
 * as one, or to change a log, the previous window or the limit. All other fields are written only
 * while the cell is held, and are published by the write that releases the word. {@link #EVICTED}
 * is final: look the key up again.
 *
 * <p>While a cell is held, its state is loaded into a {@link CounterState}, changed there, and
 * saved by the write that releases the cell.
 *
 * <p>A cell may change to a limit under which the word means the same. Any other limit gets a new
 * cell that starts with the units in use, an {@link #heir}, and this cell is evicted. So a
 * compare-and-set that was computed under one kind of limit never meets a word of another kind.
 *
 * <p>This file is long because the protocol must be readable in one place.
 */
public // Over 300 lines: one word and its protocol; a reader has to see all transitions at once.
final class Cell {
  /** The result of a charge when the cell was evicted. */
  static final long GONE = Long.MIN_VALUE;

  private static final long HELD = Long.MIN_VALUE;
  private static final long EVICTED = -1;
  private static final VarHandle WORD;

  static {
    try {
      WORD = MethodHandles.lookup().findVarHandle(Cell.class, "word", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long hi;
  final long lo;
  private volatile long word;

  /**
   * The word of the previous window. While the word is still 0, the time the cell was created at.
   */
  long previous;

  Limit limit;
  @Nullable RingLog log;

  /** The next cell of the same chain in a {@link Segment}. */
  volatile @Nullable Cell next;

  Cell(long hi, long lo, Limit limit, long now) {
    this(hi, lo, limit, now, 0);
  }

  /** Creates a cell whose log, if it has one, decides nothing before that time. */
  Cell(long hi, long lo, Limit limit, long now, long earliest) {
    this.previous = now;
    this.hi = hi;
    this.lo = lo;
    this.limit = limit;
    this.log = limit instanceof SlidingLog ? new RingLog(earliest) : null;
  }

  /** Creates a cell outside any store, for a limit with a single counter. */
  public static Cell single(Limit limit) {
    return new Cell(0, 0, limit, 0);
  }

  /**
   * Charges a cell outside any store. This is the fastest way to decide.
   *
   * @return 0 or more when charged: the nanoseconds to wait before going on, at most {@code
   *     maxDelay}; negative when denied: minus the nanoseconds until the cost would fit
   */
  public long charge(Meter meter, long cost, long now, long maxDelay) {
    return charge(meter, cost, cost, now, maxDelay, null);
  }

  /**
   * Charges any cell, and returns the same, or {@link #GONE} if the cell was evicted. Fills in the
   * answer unless it is null.
   *
   * @param needed the units that have to be free
   */
  long charge(
      Meter meter,
      long cost,
      long needed,
      long now,
      long maxDelay,
      @Nullable ChargeVerdict answer) {
    for (int spins = 0; ; spins++) {
      long seen = word;
      if (seen < 0) {
        if (seen == EVICTED) {
          return GONE;
        }
        pause(spins);
      } else if (!limit.equals(meter)) {
        adopt(meter);
      } else {
        long before = previous;
        long after = meter.charge(seen, before, cost, needed, now, maxDelay);
        if (after == Meter.DENIED) {
          if (seen != word) {
            continue; // the previous window that was read may belong to another word
          }
          return denied(meter, seen, before, needed, now, maxDelay, answer);
        }
        long previousAfter = meter.previousAfter(seen, before, after);
        if (replace(seen, after, before, previousAfter)) {
          long delay = maxDelay > 0 ? meter.delay(seen, needed, now) : 0;
          if (answer != null) {
            answer.judged(true, 0, delay);
            answer.report(meter, after, previousAfter, now);
          }
          return delay;
        }
      }
    }
  }

  private static long denied(
      Meter meter,
      long seen,
      long before,
      long needed,
      long now,
      long maxDelay,
      @Nullable ChargeVerdict answer) {
    long wait = Math.max(1, meter.waitFor(seen, before, needed, now, maxDelay));
    if (answer != null) {
      answer.judged(false, wait, 0);
      answer.report(meter, seen, before, now);
    }
    return -wait;
  }

  private boolean replace(long seen, long after, long before, long previousAfter) {
    if (before == previousAfter) {
      return WORD.compareAndSet(this, seen, after);
    }
    if (!WORD.compareAndSet(this, seen, seen | HELD)) {
      return false;
    }
    previous = previousAfter;
    word = after;
    return true;
  }

  /** Holds the cell; returns false if it was evicted. */
  boolean hold() {
    for (int spins = 0; ; spins++) {
      long seen = word;
      if (seen == EVICTED) {
        return false;
      }
      if (seen >= 0 && WORD.compareAndSet(this, seen, seen | HELD)) {
        return true;
      }
      pause(spins);
    }
  }

  /** Releases the cell with its current state. */
  void release() {
    word = state();
  }

  /** Releases the cell with a new state. */
  void release(CounterState state) {
    limit = state.limit();
    previous = state.previous();
    word = state.word();
  }

  /** Loads the state of a held cell, under a limit under which it means the same. */
  CounterState load(CounterState state, Limit under) {
    return state.load(under, state(), previous, log);
  }

  private CounterState load() {
    return load(new CounterState(), limit);
  }

  /** Returns the word of a held cell without the sign bit. */
  private long state() {
    return word & ~HELD;
  }

  /** Returns a new cell for the key of a held cell and another limit, with the units in use. */
  Cell copy(Limit wanted, long now) {
    CounterState state = load().copyUnder(wanted, now, RingLog::new);
    Cell copy = new Cell(hi, lo, wanted, now);
    copy.log = (RingLog) state.log();
    copy.previous = state.word() == 0 ? now : state.previous();
    copy.word = state.word();
    return copy;
  }

  /** Compares the hashes. Cells are held in this order. */
  int compareHash(Cell other) {
    int order = Long.compare(hi, other.hi);
    return order != 0 ? order : Long.compare(lo, other.lo);
  }

  @SuppressWarnings("ThreadPriorityCheck") // the thread that holds the cell may need this CPU core
  private static void pause(int spins) {
    if (spins % 64 == 63) {
      Thread.yield();
    } else {
      Thread.onSpinWait();
    }
  }

  private void adopt(Limit wanted) {
    if (!suits(wanted)) {
      throw new IllegalArgumentException(
          "limit: " + wanted + " (expected: one that counts like " + limit + ")");
    }
    if (hold()) {
      limit = wanted;
      release();
    }
  }

  /** Returns whether the cell can be charged under the limit as it is. */
  boolean suits(Limit wanted) {
    return wanted.equals(limit) || wanted.sharesStateWith(limit);
  }

  /** Evicts a cell that is held and not in a chain any more, and replaces it with another. */
  void yieldTo(Cell heir) {
    next = heir;
    word = EVICTED;
  }

  /** Returns the cell that replaced this evicted cell, or null. */
  @Nullable Cell heir() {
    Cell following = next;
    return following != null && following.hi == hi && following.lo == lo ? following : null;
  }

  /** Corrects an earlier charge; returns false if the cell was evicted. */
  boolean settle(long bookedAt, long delta, LogMemory logs, long now) {
    if (!hold()) {
      return false;
    }
    if (log != null && delta > 0) {
      logs.makeRoom(log, now);
    }
    CounterState state = load();
    state.settle(bookedAt, delta, now);
    release(state);
    return true;
  }

  /** Returns the state at that time, or null if the cell was evicted. */
  @Nullable Status status(long now) {
    if (!hold()) {
      return null;
    }
    Status status = Status.of(load(), now);
    release();
    return status;
  }

  /**
   * Evicts the cell if it has been full since that time, so that a new cell would be equal. Returns
   * true if the cell is evicted now.
   */
  boolean evictIfWhole(long since) {
    long seen = word;
    if (seen < 0) {
      return seen == EVICTED;
    }
    if (!isWhole(seen, since) || !WORD.compareAndSet(this, seen, seen | HELD)) {
      return false;
    }
    boolean whole = isWhole(seen, since); // again: limit or previous window may have changed
    word = whole ? EVICTED : seen;
    return whole;
  }

  private boolean isWhole(long seen, long since) {
    if (seen == 0) {
      return previous <= since;
    }
    Limit of = limit;
    return of instanceof Meter meter
        ? meter.used(seen, previous, since) == 0
        : ((SlidingLog) of).isExpired(seen, since);
  }

  boolean isEvicted() {
    return word == EVICTED;
  }

  /** Evicts the cell if at most that many units are in use; returns whether it did. */
  boolean evictIfUsed(long atMost, long now) {
    if (!hold()) {
      return false;
    }
    boolean out = load().used(now) <= atMost;
    word = out ? EVICTED : state();
    return out;
  }

  /** Evicts the cell in any state. */
  void evict() {
    if (hold()) {
      word = EVICTED;
    }
  }
}
