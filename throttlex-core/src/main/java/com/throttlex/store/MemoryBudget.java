package com.throttlex.store;

/**
 * How many bytes of the heap each {@link Table} may take.
 *
 * <p>Every table has a fixed part of the heap, after {@link #BASE} for the program itself. All
 * parts together are less than half of it: the rest is for requests under way, and for the garbage
 * collector, which slows everything down when little is free. A part that is not used is not lent
 * to another table, so no table can starve another.
 */
public final class MemoryBudget {
  /** The memory that the program itself needs: 48 MB. */
  static final long BASE = 48L << 20;

  /** Of a heap that is hardly larger than the base, this part is shared out. */
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
    /** The charges that sliding logs and concurrency limits remember, beside their counters. */
    LOGS("logs", 64, Long.MAX_VALUE),
    /** Charges that can still be settled. */
    RESERVATIONS("reservations", 88, 256L << 20),
    /** Answers that are kept for repetitions of a request. */
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

    /** The name in metrics and in {@code /health}. */
    public String text() {
      return text;
    }
  }

  /** The budget of a process with the largest heap that this one can have. */
  public static MemoryBudget ofThisProcess() {
    return ofHeap(Runtime.getRuntime().maxMemory());
  }

  /** The budget of a process whose heap has at most so many bytes. */
  public static MemoryBudget ofHeap(long bytes) {
    if (bytes < 1) {
      throw new IllegalArgumentException("heap: " + bytes + " (expected: at least 1 byte)");
    }
    return new MemoryBudget(Math.max(bytes - BASE, bytes / LEAST_PART));
  }

  /** The budget of each of several stores in one process. */
  public MemoryBudget dividedBy(int stores) {
    return new MemoryBudget(shared / stores);
  }

  /** How many bytes the characters of a text take: one each, or two if one of them needs two. */
  public static int bytes(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > '\u00ff') {
        return 2 * text.length();
      }
    }
    return text.length();
  }

  /** How many bytes a table may take. */
  public long of(Table table) {
    return Math.min(table.most, shared / THOUSAND * table.thousandths);
  }
}
