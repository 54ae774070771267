package com.throttlex.store;

/**
 * The number of bytes of the heap that each {@link Table} may take.
 *
 * <p>Every table has a fixed part of the heap, after {@link #BASE} for the program itself. All
 * parts together are less than half of the heap. The rest is for requests in flight and for the
 * garbage collector, which slows everything down when little memory is free. An unused part is not
 * lent to another table, so no table can starve another.
 */
public final class MemoryBudget {
  /** The memory that the program itself needs: 48 MB. */
  static final long BASE = 48L << 20;

  /**
   * The divisor of a heap that is hardly larger than the base: the tables share this part of it.
   */
  private static final int LEAST_PART = 8;

  private static final long THOUSAND = 1000;

  private final long shared;

  private MemoryBudget(long shared) {
    this.shared = shared;
  }

  /** The tables that hold data of requests in memory. */
  public enum Table {
    /** Counters in memory, one for each key and limit. */
    KEYS("keys", 144, Long.MAX_VALUE),
    /** The charges that sliding logs and concurrency limits keep, beside their counters. */
    LOGS("logs", 64, Long.MAX_VALUE),
    /** Charges that can still be settled. */
    RESERVATIONS("reservations", 88, 256L << 20),
    /** Answers that are stored for repeated requests. */
    REPLAYS("replays", 32, 256L << 20),
    /** Requests that wait in queues. */
    QUEUES("queues", 40, 256L << 20),
    /** The keys that are used most and denied most. */
    TOP_KEYS("top-keys", 32, 32L << 20);

    private final String text;
    private final int thousandths;
    private final long most;

    Table(String text, int thousandths, long most) {
      this.text = text;
      this.thousandths = thousandths;
      this.most = most;
    }

    /** Returns the name in metrics and in {@code /health}. */
    public String text() {
      return text;
    }
  }

  /** Returns the budget of this process, by the maximum of its heap. */
  public static MemoryBudget ofThisProcess() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /** Returns the budget of a process whose heap has at most that many bytes. */
  public static MemoryBudget ofHeap(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("heap: " + bytes + " (expected: at least 1 byte)");
    }
    return new MemoryBudget(Math.max(bytes - BASE, bytes / LEAST_PART));
  }

  /** Returns the budget of each of several stores in one process. */
  public MemoryBudget dividedBy(int stores) {
    return new MemoryBudget(shared / stores);
  }

  /**
   * Returns the bytes of the characters of a text: one each, or two each if one of them needs two.
   */
  public static int bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '\u00ff') {
        return 2 * text.length();
      }
    }
    return text.length();
  }

  /** Returns how many bytes a table may take. */
  public long of(Table table) {
    return Math.min(table.most, shared / THOUSAND * table.thousandths);
  }
}
