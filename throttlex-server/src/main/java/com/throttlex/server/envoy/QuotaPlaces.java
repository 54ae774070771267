package com.throttlex.server.envoy;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The places for streams and quota buckets, and the memory for the ids of the buckets.
 *
 * <p>An address may take as much as is left after it: half if it is alone, a third if another one
 * takes a third. So one client never takes all places. Not thread-safe; guarded by {@link Quotas}.
 */
final class QuotaPlaces {
  /** The most open streams. */
  static final int MOST_STREAMS = 2_000;

  /** The most quota buckets of all proxies together. */
  static final int MOST_BUCKETS = 200_000;

  /** The part of the heap for the bytes of ids. */
  private static final int PART = 32;

  private static final class Use {
    private long streams;
    private long buckets;
    private long bytes;
  }

  private final long mostBytes;
  private final Use all = new Use();
  private final Map<String, Use> addresses = new HashMap<>();

  /** Creates the places, with ids of at most so many bytes. */
  QuotaPlaces(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Returns places with a part of the heap. */
  static QuotaPlaces ofHeap() {
    return new QuotaPlaces(Runtime.getRuntime().maxMemory() / PART);
  }

  /** Reserves a place for a stream; returns false if this address has no place left. */
  boolean open(String address) {
    Use own = addresses.computeIfAbsent(address, unknown -> new Use());
    boolean free = fits(1, all.streams, own.streams, MOST_STREAMS);
    if (free) {
      all.streams++;
      own.streams++;
    }
    return free;
  }

  /** Gives the place of a stream back, after those of its buckets. */
  void close(String address) {
    all.streams--;
    if (--of(address).streams == 0) {
      addresses.remove(address);
    }
  }

  /** Reserves a place for a bucket of an open stream; returns false if none is left. */
  boolean add(String address, int bytes) {
    Use own = of(address);
    boolean free =
        fits(1, all.buckets, own.buckets, MOST_BUCKETS)
            && fits(bytes, all.bytes, own.bytes, mostBytes);
    if (free) {
      count(all, 1, bytes);
      count(own, 1, bytes);
    }
    return free;
  }

  /** Gives the place of a bucket back. */
  void remove(String address, int bytes) {
    count(all, -1, -bytes);
    count(of(address), -1, -bytes);
  }

  private Use of(String address) {
    return Objects.requireNonNull(addresses.get(address));
  }

  private static void count(Use use, int buckets, int bytes) {
    use.buckets += buckets;
    use.bytes += bytes;
  }

  private static boolean fits(long more, long used, long own, long most) {
    return used + more + own + more <= most;
  }

  /** Returns the number of buckets. */
  long buckets() {
    return all.buckets;
  }
}
