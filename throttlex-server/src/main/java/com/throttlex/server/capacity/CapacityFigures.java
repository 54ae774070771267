package com.throttlex.server.capacity;

/**
 * The figures that capacity is computed from. {@code docs/CAPACITY.md} shows them, with their
 * machine; a test compares the two.
 */
public final class CapacityFigures {
  /** Processor cores of a machine in all figures. */
  static final int CORES = 2;

  /** Bytes of a machine that counters may fill; the rest is for the server and its copies. */
  static final long COUNTER_BYTES = 4L << 30;

  /** Memory of a running service without traffic, in bytes. */
  static final long IDLE_BYTES = 152L << 20;

  /** Heap of a node whose tables have their usual sizes, in bytes. */
  static final long USUAL_HEAP_BYTES = 512L << 20;

  /** The program's own part of a heap, and the part of the rest that is for counters in memory. */
  static final long HEAP_RESERVE_BYTES = 48L << 20;

  static final double HEAP_FOR_COUNTERS = 0.144;

  /** Connections of a node to a SQL store. */
  static final int SQL_CONNECTIONS = 8;

  static final double HOURS_OF_A_MONTH = 730;

  private CapacityFigures() {}

  /** The doors by which requests reach a node. */
  public enum Door {
    HTTP(58_000),
    GRPC(135_000),
    ENVOY(97_000),
    RESP(1_060_000),
    PROXY(34_600);

    /** Checks a second that two cores take, with counters in memory. */
    final long rate;

    Door(long rate) {
      this.rate = rate;
    }

    /** Returns the checks a second. */
    public long rate() {
      return rate;
    }
  }

  /** The places of counters. */
  public enum Store {
    MEMORY(0, 0, 60),
    REDIS(130_000, 273_000, 250),
    POSTGRESQL(59_000, 109_000, 330),
    MARIADB(41_000, 128_000, 270);

    /** Decisions a second of many keys, on two cores that store and node share. */
    final long rate;

    /** Decisions a second of a single key. */
    final long hotKeyRate;

    /** Bytes of a counter. */
    final long counterBytes;

    Store(long rate, long hotKeyRate, long counterBytes) {
      this.rate = rate;
      this.hotKeyRate = hotKeyRate;
      this.counterBytes = counterBytes;
    }

    /** Returns the decisions a second of many keys; 0 for counters in memory. */
    public long rate() {
      return rate;
    }

    /** Returns the decisions a second of a single key; 0 for counters in memory. */
    public long hotKeyRate() {
      return hotKeyRate;
    }

    /** Returns the bytes of a counter. */
    public long counterBytes() {
      return counterBytes;
    }

    /** Returns whether nodes share the counters. */
    boolean isShared() {
      return rate > 0;
    }
  }
}
