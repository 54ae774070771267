package com.throttlex.store;

import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.RingLog;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cells of one request's charges, which are held for an instant and decided together.
 *
 * <p>They are held in the order of their hashes, so requests cannot deadlock. Each thread has one
 * such object and reuses it.
 */
final class HeldCells {
  private static final ThreadLocal<HeldCells> OF_THREAD = ThreadLocal.withInitial(HeldCells::new);

  private @Nullable Cell[] cells = new @Nullable Cell[0];
  private CounterState[] states = new CounterState[0];

  private HeldCells() {}

  /** Returns the object of this thread, with room for that many cells. */
  static HeldCells ofThread(int size) {
    HeldCells held = OF_THREAD.get();
    if (held.cells.length < size) {
      held.grow(size);
    }
    return held;
  }

  private void grow(int size) {
    cells = Arrays.copyOf(cells, size);
    int before = states.length;
    states = Arrays.copyOf(states, size);
    for (int i = before; i < size; i++) {
      states[i] = new CounterState();
    }
  }

  void put(int i, Cell cell) {
    cells[i] = cell;
  }

  /** Returns the cell of a charge. */
  Cell get(int i) {
    return Objects.requireNonNull(cells[i]);
  }

  /**
   * Holds the first {@code size} cells; holds none and returns false if one of them was evicted.
   *
   * @throws IllegalArgumentException if a cell is there twice
   */
  boolean hold(int size) {
    int held = 0;
    for (int i = next(-1, size); i >= 0; i = next(i, size)) {
      if (!get(i).hold()) {
        release(size, held);
        return false;
      }
      held++;
    }
    if (held < size) {
      release(size, held);
      throw new IllegalArgumentException(
          "charges: one counter twice (expected: each key and index once in a request)");
    }
    return true;
  }

  /** Returns the place of the next cell in the order of hashes; −1 after the last. */
  private int next(int after, int size) {
    int next = -1;
    for (int i = 0; i < size; i++) {
      if ((after < 0 || get(i).compareHash(get(after)) > 0)
          && (next < 0 || get(i).compareHash(get(next)) < 0)) {
        next = i;
      }
    }
    return next;
  }

  private void release(int size, int held) {
    int taken = next(-1, size);
    for (int i = 0; i < held; i++) {
      get(taken).release();
      taken = next(taken, size);
    }
  }

  /** Decides the charges on the held cells, and releases the cells. */
  void decide(Verdicts verdicts, LogMemory logs) {
    try {
      for (int i = 0; i < verdicts.size(); i++) {
        judge(i, verdicts, logs);
      }
    } catch (Throwable e) {
      release(verdicts.size(), verdicts.size());
      throw e;
    }
    for (int i = 0; i < verdicts.size(); i++) {
      conclude(i, verdicts);
    }
  }

  /** Judges a charge, and moves its cell to its limit unless the charge is a peek. */
  private void judge(int i, Verdicts verdicts, LogMemory logs) {
    ChargeVerdict verdict = verdicts.get(i);
    long now = verdicts.now();
    Charge charge = verdict.charge();
    Cell cell = get(i);
    CounterState state = states[i];
    if (verdicts.charges().isPeek(charge)) {
      cell.load(state, charge.limit());
      verdict.judge(state, now);
      return;
    }
    cell.load(state, cell.limit);
    state.adopt(charge.limit(), now, RingLog::new);
    verdict.judge(state, now);
    RingLog log = cell.log;
    if (log != null && verdict.allowed()) {
      logs.makeRoom(log, now);
    }
  }

  private void conclude(int i, Verdicts verdicts) {
    ChargeVerdict verdict = verdicts.get(i);
    long now = verdicts.now();
    Charge charge = verdict.charge();
    CounterState state = states[i];
    boolean counts = verdicts.counts(verdict);
    if (counts) {
      state.apply(charge.cost(), now);
    }
    verdict.report(state, counts, now);
    if (verdicts.charges().isPeek(charge)) {
      get(i).release();
    } else {
      get(i).release(state);
    }
    state.load(charge.limit(), 0, 0, null); // a removed log must not stay in memory
  }

  /** Forgets the cells of a request, which may have been evicted meanwhile. */
  void clear(int size) {
    Arrays.fill(cells, 0, size, null);
  }
}
