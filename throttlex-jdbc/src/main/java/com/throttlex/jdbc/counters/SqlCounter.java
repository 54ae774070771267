package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.SlidingLog;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Status;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A counter within one transaction: its row, and the state that was loaded from it. */
final class SqlCounter {
  private final RowKey key;
  private final long id;
  private final LogRows rows;
  private @Nullable CounterState state;
  private long floor;
  private boolean changed;

  /** Creates a counter that was never charged. */
  SqlCounter(RowKey key, long id, LogRows rows) {
    this.key = key;
    this.id = id;
    this.rows = rows;
  }

  /**
   * Creates a counter from its row.
   *
   * @param word of a log: the units in use
   * @param previous of a log: the time of the newest charge
   * @param floor the time up to which charges of a log have expired
   * @param endsAt when it expires
   */
  SqlCounter(
      RowKey key,
      long id,
      LogRows rows,
      Limit limit,
      long word,
      long previous,
      long floor,
      long endsAt) {
    this(key, id, rows);
    this.floor = floor;
    Log log =
        limit instanceof SlidingLog
            ? new Log(id, rows, word, previous, floor, endsAt - limit.rate().period().nanos())
            : null;
    state = new CounterState().load(limit, word, previous, log);
  }

  /** Returns a copy that is charged under a limit, to peek at: this counter does not change. */
  SqlCounter copyUnder(Limit limit, long now) {
    SqlCounter copy = new SqlCounter(key, id, rows);
    copy.floor = floor;
    copy.state =
        state == null
            ? CounterState.full(limit, copy::newLog)
            : state.copyUnder(limit, now, copy::newLog);
    return copy;
  }

  RowKey key() {
    return key;
  }

  long id() {
    return id;
  }

  /** Returns whether it was ever charged. */
  boolean isKnown() {
    return state != null;
  }

  Limit limit() {
    return state().limit();
  }

  private CounterState state() {
    return Objects.requireNonNull(state);
  }

  @Nullable Log log() {
    return state == null ? null : (Log) state.log();
  }

  boolean hasChanged() {
    return changed;
  }

  /** Returns the word for the row, or the units of a log. */
  long word() {
    Log log = log();
    return log == null ? state().word() : log.total();
  }

  /** Returns the word of the previous window for the row, or the time of a log's newest charge. */
  long previous() {
    Log log = log();
    return log == null ? state().previous() : Math.max(0, log.newest());
  }

  /** Returns the time up to which charges of a log have expired. */
  long floor() {
    Log log = log();
    return log == null ? floor : log.floor();
  }

  /** Changes to a limit, and keeps the units in use. */
  void adopt(Limit wanted, long now) {
    if (state == null) {
      state = CounterState.full(wanted, this::newLog);
    } else if (!wanted.equals(limit())) {
      Log log = log();
      state.adopt(wanted, now, this::newLog);
      if (log != null) {
        floor = log.endedAt();
      }
      changed = true;
    }
  }

  private Log newLog() {
    return new Log(id, rows, 0, 0, floor, 0);
  }

  /** Judges a charge after the change to its limit. */
  void judge(ChargeVerdict verdict, long now) {
    verdict.judge(state(), now);
  }

  /** Applies a judged charge if it counts, and reports the resulting state. */
  void conclude(ChargeVerdict verdict, boolean counts, long now) {
    changed |= counts;
    if (counts) {
      state().apply(verdict.charge().cost(), now);
    }
    verdict.report(state(), counts, now);
  }

  /** Corrects an earlier charge. */
  void settle(long bookedAt, long delta, long now) {
    changed = true;
    state().settle(bookedAt, delta, now);
  }

  /** Returns when it expires: a log after its last change, even if that was undone. */
  long endsAt(long now) {
    Log log = log();
    return log == null ? state().resetAt(now) : log.latest() + limit().rate().period().nanos();
  }

  Status status(long now) {
    return Status.of(state(), now);
  }
}
