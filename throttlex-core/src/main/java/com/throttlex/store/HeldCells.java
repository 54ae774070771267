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
  void decide(Charges charges, LogMemory logs) {
    try {
      for (int i = 0; i < charges.size(); i++) {
        judge(i, charges, logs);
      }
    } catch (Throwable e) {
      release(charges.size(), charges.size());
      throw e;
    }
    for (int i = 0; i < charges.size(); i++) {
      conclude(i, charges);
    }
  }

  /** Judges a charge, and moves its cell to its limit unless the charge is a peek. */
  private void judge(int i, Charges charges, LogMemory logs) {
    Charge charge = charges.get(i);
    Cell cell = get(i);
    CounterState state = states[i];
    if (charges.isPeek(charge)) {
      cell.load(state, charge.limit());
      charge.judge(state, charges.now());
      return;
    }
    cell.load(state, cell.limit);
    state.adopt(charge.limit(), charges.now(), RingLog::new);
    charge.judge(state, charges.now());
    RingLog log = cell.log;
    if (log != null && charge.allowed()) {
      logs.makeRoom(log, charges.now());
    }
  }

  private void conclude(int i, Charges charges) {
    Charge charge = charges.get(i);
    CounterState state = states[i];
    boolean counts = charges.counts(charge);
    if (counts) {
      state.apply(charge.cost(), charges.now());
    }
    charge.report(state, counts, charges.now());
    if (charges.isPeek(charge)) {
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
