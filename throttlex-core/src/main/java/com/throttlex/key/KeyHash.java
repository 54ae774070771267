package com.throttlex.key;

import java.security.SecureRandom;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * SipHash-1-3 with 128 bits over a sequence of length-prefixed values.
 *
 * <p>It is a keyed pseudo-random function. Without the secret of the process, nobody can find two
 * keys that share a counter, or keys that fill one part of a table. Every value enters as its
 * length followed by its characters, four to a word, and an absent value as length −1. So different
 * sequences of values are different inputs. One object is reused: {@link #start}, {@link #add},
 * {@link #end}, then {@link #hi} and {@link #lo}. All words are hashed in one loop at the end, so
 * that the four words of SipHash's state stay in registers.
 */
public final class KeyHash {
  /**
   * The system property that fixes the secret, so that a failing test repeats: 32 hexadecimal
   * digits. Absent in production, where the secret is random.
   */
  static final String SECRET_PROPERTY = "throttlex.hash-secret";

  private static final long[] SECRET = secret(System.getProperty(SECRET_PROPERTY));

  private final long key0;
  private final long key1;
  private long[] words = new long[32];
  private int size;
  private long hi;
  private long lo;

  /** Creates a hash with this process's secret. */
  public KeyHash() {
    this(SECRET[0], SECRET[1]);
  }

  private KeyHash(long key0, long key1) {
    this.key0 = key0;
    this.key1 = key1;
  }

  /** Returns the secret with these digits, or a random one without them. */
  static long[] secret(@Nullable String digits) {
    if (digits == null) {
      SecureRandom random = new SecureRandom();
      return new long[] {random.nextLong(), random.nextLong()};
    }
    if (!digits.matches("[0-9a-fA-F]{32}")) {
      throw new IllegalArgumentException(
          SECRET_PROPERTY + ": '" + digits + "' (expected: 32 hexadecimal digits)");
    }
    return new long[] {
      Long.parseUnsignedLong(digits, 0, 16, 16), Long.parseUnsignedLong(digits, 16, 32, 16)
    };
  }

  /** Creates a hash that is the same in every process; for stable choices, not for tables. */
  public static KeyHash stable() {
    return new KeyHash(0x7468726f74746c65L, 0x785f737461626c65L);
  }

  /** Creates a hash with the given secret, for values that other processes compare. */
  public static KeyHash keyed(long key0, long key1) {
    return new KeyHash(key0, key1);
  }

  /** Starts a new sequence. */
  public KeyHash start() {
    size = 0;
    return this;
  }

  /** Adds a value. */
  public KeyHash add(@Nullable String value) {
    if (value == null) {
      return add(-1L);
    }
    int length = value.length();
    add((long) length);
    int i = 0;
    for (; i + 4 <= length; i += 4) {
      add(
          value.charAt(i)
              | (long) value.charAt(i + 1) << 16
              | (long) value.charAt(i + 2) << 32
              | (long) value.charAt(i + 3) << 48);
    }
    if (i < length) {
      add(tail(value, i));
    }
    return this;
  }

  private static long tail(String value, int from) {
    long word = 0;
    for (int i = from; i < value.length(); i++) {
      word |= (long) value.charAt(i) << (16 * (i - from));
    }
    return word;
  }

  /** Adds a number. */
  public KeyHash add(long word) {
    if (size == words.length) {
      words = Arrays.copyOf(words, 2 * size);
    }
    words[size++] = word;
    return this;
  }

  /** Ends the sequence and computes the hash: a round for every word, then twice three rounds. */
  public KeyHash end() {
    add((long) size << 59);
    long v0 = key0 ^ 0x736f6d6570736575L;
    long v1 = key1 ^ 0x646f72616e646f6dL ^ 0xee;
    long v2 = key0 ^ 0x6c7967656e657261L;
    long v3 = key1 ^ 0x7465646279746573L;
    for (int i = 0; i < size + 6; i++) {
      long word = i < size ? words[i] : 0;
      v3 ^= word;
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
      v0 ^= word;
      if (i == size - 1) {
        v2 ^= 0xee;
      } else if (i == size + 2) {
        hi = v0 ^ v1 ^ v2 ^ v3;
        v1 ^= 0xdd;
      }
    }
    lo = v0 ^ v1 ^ v2 ^ v3;
    return this;
  }

  /** The upper half of the hash. */
  public long hi() {
    return hi;
  }

  /** The lower half of the hash. */
  public long lo() {
    return lo;
  }
}
