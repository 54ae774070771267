package com.throttlex.key;

/**
 * The identity of a counter, in the two forms a store may want.
 *
 * <p>Equal identities have equal forms; different identities have different texts, and different
 * hashes but for chances of one in 2¹²⁸.
 */
public interface Key {
  /** The upper half of the 128-bit hash; it differs from process to process. */
  long hi();

  /** The lower half of the 128-bit hash. */
  long lo();

  /** The lower half of the hash of one of the key's counters, which are numbered from 0. */
  default long lo(int index) {
    return lo() + index * 0x9E3779B97F4A7C15L;
  }

  /** A hash of what all keys of the same rule share. */
  long scope();

  /** The printed form, {@code rule|part=value|…}. */
  String text();

  /**
   * Whom the key speaks of, for keeping all keys of one subject together; escaped like the values
   * of the text, and empty when it speaks of nobody.
   */
  String subject();

  /** A key whose forms are known. */
  static Key of(KeyHash hash, long scope, String text, String subject) {
    return new PrintedKey(hash.hi(), hash.lo(), scope, text, subject);
  }

  /** A key from its printed form. */
  static Key of(String text, String subject) {
    int end = text.indexOf('|');
    KeyHash hash = new KeyHash();
    long scope = hash.add(end < 0 ? text : text.substring(0, end)).end().hi();
    return of(hash.start().add(text).end(), scope, text, subject);
  }
}
