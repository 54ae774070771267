package com.throttlex.replay.suggest;

/** Counts the clients that one part of requests tells apart. */
final class ClientCensus {
  private static final int MOST_COUNTED = 100_000;

  private final KeySample<long[]> counts =
      new KeySample<>(1, MOST_COUNTED, 0, () -> new long[] {0});
  private long present;

  /** Counts a request of a client; a hash of 0 is no client. */
  void add(long hash) {
    if (hash == 0) {
      return;
    }
    present++;
    long[] count = counts.get(0, hash);
    if (count != null) {
      count[0]++;
    }
  }

  /** Returns the number of requests that have the part. */
  long present() {
    return present;
  }

  /** Returns the number of different clients; an estimate if there are very many. */
  long distinct() {
    return (long) counts.of(0).size() << counts.halvings();
  }

  /** Returns the requests of the busiest client that was counted. */
  long busiest() {
    return counts.of(0).stream().mapToLong(count -> count[0]).max().orElse(0);
  }

  /**
   * Returns how many equally busy clients would spread the requests as much as these do: the
   * inverse of the chance that two requests have the same client.
   */
  double spread() {
    double squares = 0;
    for (long[] count : counts.of(0)) {
      squares += (double) count[0] * count[0];
    }
    squares *= 1L << counts.halvings();
    return squares == 0 ? 0 : (double) present * present / squares;
  }
}
