package com.throttlex.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.MemoryBudget.Table;
import java.lang.management.ManagementFactory;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** The sizes that budgets count with are those that objects have. */
class MemorySizeTest {
  private static final long NOW = 1_800_000_000_000_000_000L;
  private static final int MANY = 20_000;
  private static final char[] NAME = "0123456789abcdef0123456789abcdef".toCharArray();
  private static final Limit WINDOW = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("1000/1d"));
  private static final Limit LOG = Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse("1000/1d"));

  /** How many bytes a thread allocates to make one of many objects. */
  private static long allocated(IntFunction<?> make) {
    Object[] kept = new Object[MANY + 1];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    kept[0] = make.apply(0);
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int i = 1; i <= MANY; i++) {
      kept[i] = make.apply(i);
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(kept).doesNotContainNull();
    return Math.round(bytes / (double) MANY);
  }

  private static Verdicts verdicts(int size) {
    Charges charges = new Charges().start(NOW).reserve(String.valueOf(NAME), 1);
    for (int i = 0; i < size; i++) {
      charges.add(Key.of("rule|user=" + i, "u"), 0, WINDOW, 1);
    }
    Verdicts verdicts = charges.verdicts();
    for (int i = 0; i < size; i++) {
      verdicts.get(i).judged(true, 0, 0);
    }
    return verdicts;
  }

  private static HeldCells cells(int size) {
    HeldCells cells = HeldCells.ofThread(size);
    for (int i = 0; i < size; i++) {
      cells.put(i, new Cell(i, i, WINDOW, NOW));
    }
    return cells;
  }

  @Test
  void cellAndItsPlace_takeWhatAKeyIsCountedWith() {
    long cell = allocated(i -> new Cell(i, i, WINDOW, NOW));
    assertThat(cell + 2 * Integer.BYTES).isLessThanOrEqualTo(MemoryStore.KEY_BYTES);
  }

  @Test
  void reservation_takesNoMoreThanItCounts() {
    long cell = allocated(i -> new Cell(i, i, WINDOW, NOW));
    for (int size : new int[] {1, 2, 5}) {
      Verdicts verdicts = verdicts(size);
      HeldCells cells = cells(size);
      long taken = allocated(i -> new Reservation(i, i, verdicts, cells)) + 2 * Integer.BYTES;
      int counted = new Reservation(0, 0, verdicts, cells).bytes();
      assertThat(taken + size * cell)
          .as("%s charges", size)
          .isBetween(counted * 9L / 10, (long) counted);
    }
  }

  @Test
  void keptAnswer_takesNoMoreThanItCounts() {
    for (int size : new int[] {1, 2, 5}) {
      Verdicts verdicts = verdicts(size);
      long taken = allocated(i -> new Replay(i, i, NOW, verdicts)) + 2 * Integer.BYTES;
      long name = allocated(i -> String.valueOf(NAME));
      int counted = new Replay(0, 0, NOW, verdicts).bytes();
      assertThat(taken + name).as("%s charges", size).isBetween(counted * 6L / 10, (long) counted);
    }
  }

  @Test
  void log_takesNoMoreThanItCounts() {
    long cell = allocated(i -> new Cell(i, i, WINDOW, NOW));
    long taken = allocated(i -> new Cell(i, i, LOG, NOW)) - cell;
    Cell logged = new Cell(0, 0, LOG, NOW);
    assertThat(logged.log).isNotNull();
    assertThat(taken).isBetween(logged.log.bytes() * 9 / 10, logged.log.bytes());
  }

  @Test
  void budgets_ofAnyHeap_areLessThanHalfOfIt() {
    for (long heap : new long[] {1, 1 << 20, 64L << 20, 256L << 20, 1L << 30, 1L << 40}) {
      MemoryBudget budget = MemoryBudget.ofHeap(heap);
      long all = 0;
      for (Table table : Table.values()) {
        assertThat(budget.of(table)).isGreaterThanOrEqualTo(0);
        all += budget.of(table);
      }
      assertThat(all).as("of %s", heap).isLessThanOrEqualTo(heap / 2);
    }
    assertThat(MemoryStore.mostKeys(MemoryBudget.ofHeap(480L << 20)))
        .as("half a gigabyte has room for a million keys")
        .isBetween(950_000, 1_050_000);
  }
}
