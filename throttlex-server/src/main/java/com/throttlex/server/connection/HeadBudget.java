package com.throttlex.server.connection;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The memory that the heads of all requests in flight share, complete or not.
 *
 * <p>A client may take as much as is left after it: half if it is alone, a third if another one
 * takes a third. So some memory is always left for a client that has none. HTTP/2 allows many
 * requests on each connection, so a bound of connections does not bound them.
 */
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
  private final Map<String, HeadShare> shares = new ConcurrentHashMap<>();

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

  /**
   * Returns the share of a client, for one more of its connections.
   *
   * @param client the address; null for connections that many clients share
   */
  HeadShare open(@Nullable String client) {
    return client == null
        ? new HeadShare(this, null)
        : shares.compute(
            client, (name, known) -> (known == null ? new HeadShare(this, name) : known).opened());
  }

  /** Closes one connection of a share. */
  void close(HeadShare share) {
    String client = share.client();
    if (client != null) {
      shares.computeIfPresent(client, (name, known) -> known.closed() ? null : known);
    }
  }

  /**
   * Takes memory for a head; returns false if there is too little left.
   *
   * @param own the memory that its client has then; 0 if the client has no bound
   */
  boolean take(long bytes, long own) {
    if (used.addAndGet(bytes) + own <= most) {
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
