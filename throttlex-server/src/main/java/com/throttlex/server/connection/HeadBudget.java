package com.throttlex.server.connection;

import java.util.concurrent.atomic.AtomicLong;

/** The memory that the heads of all requests in flight share, complete or not. */
public final class HeadBudget {
  /** The most headers of a request. */
  static final int MOST_HEADERS = 256;

  /** The part of the heap: an eighth. */
  private static final int PART = 8;

  /** About what a request takes in memory without its headers, and each header without its text. */
  private static final int REQUEST_BYTES = 1024;

  private static final int HEADER_BYTES = 160;

  private final long most;
  private final AtomicLong used = new AtomicLong();
  private final AtomicLong refused = new AtomicLong();

  /** Creates a budget of so many bytes. */
  HeadBudget(long most) {
    this.most = most;
  }

  /** Returns a budget of an eighth of the heap. */
  public static HeadBudget ofHeap() {
    return new HeadBudget(Runtime.getRuntime().maxMemory() / PART);
  }

  /** Returns how many bytes a head takes in memory. */
  static long cost(int headers, long characters) {
    return REQUEST_BYTES + characters + (long) HEADER_BYTES * headers;
  }

  /** Takes memory for a head; returns false if there is too little left. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) <= most) {
      return true;
    }
    give(bytes);
    refused.incrementAndGet();
    return false;
  }

  /** Gives memory back. */
  void give(long bytes) {
    used.addAndGet(-bytes);
  }

  /** The bytes that heads take now. */
  public long used() {
    return used.get();
  }

  /** The number of heads for which there was no memory. */
  public long refused() {
    return refused.get();
  }
}
