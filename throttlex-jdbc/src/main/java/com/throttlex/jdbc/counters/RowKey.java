package com.throttlex.jdbc.counters;

import com.throttlex.key.Key;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A primary key: the bytes of a name, or of its hash if the name is long.
 *
 * <p>The first byte distinguishes the two, so no name can equal a hash. Bytes have no case, no
 * collation and no trailing blanks that could be lost.
 */
final class RowKey implements Comparable<RowKey> {
  private static final int LONGEST = 200;

  private final byte[] bytes;
  private final int hash;

  private RowKey(byte[] bytes) {
    this.bytes = bytes;
    this.hash = Arrays.hashCode(bytes);
  }

  /** Returns the key of the counter at that index of a key. */
  static RowKey ofCounter(String prefix, Key key, int index) {
    return of(prefix, key.text(), ":" + index);
  }

  /** Returns the key of any other named row. */
  static RowKey ofName(String prefix, String name) {
    return of(prefix, name, "");
  }

  /** Returns a unique key for a counter that is no longer used. */
  static RowKey gone() {
    byte[] bytes = new byte[17];
    ThreadLocalRandom.current().nextBytes(bytes);
    bytes[0] = '~';
    return new RowKey(bytes);
  }

  /** Returns the key with bytes that were read. */
  static RowKey of(byte[] bytes) {
    return new RowKey(bytes);
  }

  /** Parses a key from its hexadecimal text. */
  static RowKey parse(String hex) {
    return new RowKey(HexFormat.of().parseHex(hex));
  }

  private static RowKey of(String prefix, String name, String index) {
    byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
    boolean isLong = utf8.length > LONGEST;
    byte[] start = ((isLong ? "#" : "=") + prefix).getBytes(StandardCharsets.UTF_8);
    byte[] middle = isLong ? sha256(utf8) : utf8;
    byte[] end = index.getBytes(StandardCharsets.UTF_8);
    byte[] all = Arrays.copyOf(start, start.length + middle.length + end.length);
    System.arraycopy(middle, 0, all, start.length, middle.length);
    System.arraycopy(end, 0, all, start.length + middle.length, end.length);
    return new RowKey(all);
  }

  private static byte[] sha256(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  byte[] bytes() {
    return bytes;
  }

  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof RowKey other && Arrays.equals(bytes, other.bytes);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Returns the bytes in hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
