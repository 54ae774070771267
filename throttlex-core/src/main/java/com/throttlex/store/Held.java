package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.algorithm.SlidingLog;
import java.util.Objects;

/** What may be done to a {@link Cell} by the one who holds it. */
final class Held {
  private Held() {}

  /** A new cell for the same key and the wanted limit, with what has been consumed. */
  static Cell copy(Cell cell, Limit wanted, long now) {
    Cell copy = new Cell(cell.hi, cell.lo, wanted, now);
    if (wanted.sharesStateWith(cell.limit)) {
      SlidingLog.Log log = cell.log;
      copy.log = log == null ? null : log.copy();
      leave(copy, cell.limit, now);
      copy.previous = cell.previous;
      copy.release(cell.state());
      return copy;
    }
    long used = used(cell, now);
    long state;
    if (wanted instanceof Meter meter) {
      state = meter.wordOf(used, now);
    } else {
      state = used == 0 ? 0 : log(copy).add((SlidingLog) wanted, used, now);
    }
    copy.previous = state == 0 ? now : 0;
    copy.release(state);
    return copy;
  }

  /** The units in use at that time. */
  static long used(Cell cell, long now) {
    return cell.limit instanceof Meter meter
        ? meter.used(cell.state(), cell.previous, now)
        : log(cell).used((SlidingLog) cell.limit, now);
  }

  /** Judges the charge, and moves the cell to its limit; one that only asks changes nothing. */
  static void judge(Cell cell, Charge charge, boolean asks, LogMemory logs, long now) {
    if (!asks && !cell.limit.equals(charge.limit())) {
      leave(cell, cell.limit, now);
      cell.limit = charge.limit();
    }
    if (charge.limit() instanceof Meter meter) {
      long state = cell.state();
      long after =
          meter.charge(
              state, cell.previous, charge.cost(), charge.needed(), now, charge.maxDelay());
      charge.word = after;
      charge.judge(meter, state, cell.previous, after != Meter.DENIED, now);
      return;
    }
    charge.judge((SlidingLog) charge.limit(), log(cell), now);
    if (charge.allowed() && !asks) {
      logs.makeRoom(log(cell), now);
    }
  }

  private static void leave(Cell cell, Limit limit, long now) {
    if (limit instanceof SlidingLog log) {
      log(cell).leave(log, now);
    }
  }

  /** Carries a judged charge out if it counts, reports the state, and lets go. */
  static void conclude(Cell cell, Charge charge, boolean counts, long now) {
    long state = cell.state();
    if (charge.limit() instanceof Meter meter) {
      if (counts) {
        cell.previous = meter.previousAfter(state, cell.previous, charge.word);
        state = charge.word;
      }
      charge.report(meter, state, cell.previous, now);
    } else {
      SlidingLog limit = (SlidingLog) charge.limit();
      SlidingLog.Log log = log(cell);
      long at = now;
      if (counts) {
        at = log.add(limit, charge.cost(), now);
        state = at;
      }
      charge.report(limit, log, at, now);
    }
    cell.release(state);
  }

  /** Corrects an earlier charge, and lets go. */
  static void settle(Cell cell, long bookedAt, long delta, LogMemory logs, long now) {
    long state = cell.state();
    if (cell.limit instanceof Meter meter) {
      long before = cell.previous;
      cell.previous = meter.settlePrevious(state, before, bookedAt, delta, now);
      state = meter.settle(state, before, bookedAt, delta, now);
    } else {
      if (delta > 0) {
        logs.makeRoom(log(cell), now);
      }
      log(cell).settle((SlidingLog) cell.limit, bookedAt, delta, now);
      state = log(cell).latest();
    }
    cell.release(state);
  }

  /** The state at that time; lets go. */
  static Status status(Cell cell, long now) {
    Limit limit = cell.limit;
    long state = cell.state();
    Status status =
        limit instanceof Meter meter
            ? new Status(
                limit,
                meter.remaining(state, cell.previous, now),
                meter.resetAt(state, cell.previous, now))
            : new Status(
                limit,
                log(cell).remaining((SlidingLog) limit, now),
                log(cell).resetAt((SlidingLog) limit, now));
    cell.release();
    return status;
  }

  private static SlidingLog.Log log(Cell cell) {
    return Objects.requireNonNull(cell.log);
  }
}
