package com.throttlex.key;

/**
 * The identity of a counter, as text and as hash.
 *
 * <p>Equal identities have equal texts and hashes. Different identities have different texts, and
 * also different hashes, except with a probability of one in 2¹²⁸.
 */
public interface Key {
  /** The upper half of the 128-bit hash; it differs between processes. */
  long hi();

  /** The lower half of the 128-bit hash. */
  long lo();

  /** The lower half of the hash of one of the key's counters, by its number. */
  default long lo(int index) {
    return lo() + index * 0x9E3779B97F4A7C15L;
  }

  /** A hash that all keys of the same rule share. */
  long scope();

  /** The printed form, {@code rule|part=value|…}. */
  String text();

  /**
   * The subject of the key, so that a store can keep all keys of one subject together; escaped like
   * the values of the text, and empty if the key has no subject.
   */
  String subject();

  /** Returns a copy that does not change when the original is reused for another request. */
  static Key copyOf(Key key) {
    return key instanceof PrintedKey copy
        ? copy
        : new PrintedKey(key.hi(), key.lo(), key.scope(), key.text(), key.subject());
  }

  /** Creates a key with known forms. */
  static Key of(KeyHash hash, long scope, String text, String subject) {
    return new PrintedKey(hash.hi(), hash.lo(), scope, text, subject);
  }

  /** Creates a key from its printed form. */
  static Key of(String text, String subject) {
    int end = text.indexOf('|');
    KeyHash hash = new KeyHash();
    long scope = hash.add(end < 0 ? text : text.substring(0, end)).end().hi();
    return of(hash.start().add(text).end(), scope, text, subject);
  }
}
