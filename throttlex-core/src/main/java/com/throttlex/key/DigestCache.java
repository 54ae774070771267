package com.throttlex.key;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A cache of the digests of recent values, in memory of fixed size.
 *
 * <p>A value has two places, chosen by its hash code. A new value takes a free place. If both are
 * taken, it replaces one of the two at random, so that two values in use do not displace each other
 * for ever. Entries are immutable and replaced as a whole, so there is no lock. A thread that loses
 * a race computes a digest once more. Clients can invent values with equal hash codes; these cost
 * only the time of their digests. A lookup that finds its value allocates nothing. Values longer
 * than {@link #LONGEST} are not cached.
 */
final class DigestCache {
  static final int SIZE = 4096;
  static final int LONGEST = 256;

  private static final int SHIFT = Integer.numberOfLeadingZeros(SIZE) + 1;

  private record Entry(String value, String digest) {}

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(SIZE);
  private final UnaryOperator<String> function;

  /** Caches the results of a function. */
  DigestCache(UnaryOperator<String> function) {
    this.function = function;
  }

  /** Returns the digest of a value, from the cache if it is there. */
  String digest(String value) {
    if (value.length() > LONGEST) {
      return function.apply(value);
    }
    int first = (value.hashCode() * 0x9E3779B9) >>> SHIFT;
    int second = (value.hashCode() * 0x85EBCA6B) >>> SHIFT;
    Entry known = find(first, value);
    known = known == null ? find(second, value) : known;
    if (known == null) {
      known = new Entry(value, function.apply(value));
      entries.setRelease(place(first, second), known);
    }
    return known.digest;
  }

  private @Nullable Entry find(int place, String value) {
    Entry entry = entries.getAcquire(place);
    return entry != null && entry.value.equals(value) ? entry : null;
  }

  /** Returns the place for a new value. */
  private int place(int first, int second) {
    if (entries.getAcquire(first) == null) {
      return first;
    } else if (entries.getAcquire(second) == null) {
      return second;
    }
    return ThreadLocalRandom.current().nextBoolean() ? first : second;
  }
}
