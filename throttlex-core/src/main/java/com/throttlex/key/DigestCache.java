package com.throttlex.key;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The digests of values that were used lately, in memory of fixed size.
 *
 * <p>A value has two places, chosen by its hash code. A new value takes a free one, or else either
 * of them from the value before, at random, so that two values in use do not displace each other
 * for ever. Entries are immutable and replaced as a whole, so there is no lock: a thread that loses
 * a race computes a digest once more. Values with equal hash codes, which clients can invent, only
 * cost the time of their digests. A value that is found allocates nothing; long ones are not kept.
 */
final class DigestCache {
  static final int SIZE = 4096;
  static final int LONGEST = 256;

  private static final int SHIFT = Integer.numberOfLeadingZeros(SIZE) + 1;

  private record Entry(String value, String digest) {}

  private final AtomicReferenceArray<@Nullable Entry> entries = new AtomicReferenceArray<>(SIZE);
  private final UnaryOperator<String> function;

  /** Keeps what the function returns. */
  DigestCache(UnaryOperator<String> function) {
    this.function = function;
  }

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

  /** The place for a new value. */
  private int place(int first, int second) {
    if (entries.getAcquire(first) == null) {
      return first;
    } else if (entries.getAcquire(second) == null) {
      return second;
    }
    return ThreadLocalRandom.current().nextBoolean() ? first : second;
  }
}
