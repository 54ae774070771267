package com.throttlex.server.insight;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.store.MemoryBudget;
import java.util.HexFormat;

/**
 * A key in print, of bounded length.
 *
 * <p>A key can have several parts of a thousand characters each. One that takes more than {@link
 * #MOST_BYTES} is cut, and ends in {@code …} and a digest of the whole: two different keys still
 * print differently. No whole key looks like that, as {@code …} is followed by 32 digits only here.
 */
final class ShownKey {
  /** The most that the characters of a key in print take. */
  static final int MOST_BYTES = 256;

  private static final char CUT = '…';
  private static final int DIGEST_LENGTH = 32;

  /** How many characters of a cut key are left: the cut itself needs two bytes a character. */
  private static final int LEFT = MOST_BYTES / 2 - 1 - DIGEST_LENGTH;

  private ShownKey() {}

  static String of(Key key) {
    String text = key.text();
    return MemoryBudget.bytes(text) > MOST_BYTES ? cut(text) : text;
  }

  private static String cut(String text) {
    int end = Character.isHighSurrogate(text.charAt(LEFT - 1)) ? LEFT - 1 : LEFT;
    KeyHash digest = KeyHash.stable().add(text).end();
    HexFormat hex = HexFormat.of();
    return text.substring(0, end)
        + CUT
        + hex.toHexDigits(digest.hi())
        + hex.toHexDigits(digest.lo());
  }
}
