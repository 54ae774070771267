package com.throttlex.server.insight;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.store.MemoryBudget;
import java.util.HexFormat;

/**
 * A printed key of bounded length.
 *
 * <p>A key can have several parts of a thousand characters each. A key of more than {@link
 * #MOST_BYTES} is cut, and ends in {@code …} and a digest of the whole, so different keys still
 * print differently. No complete key looks like that, because only here {@code …} is followed by 32
 * digits.
 */
final class ShownKey {
  /** The largest number of bytes of a printed key. */
  static final int MOST_BYTES = 256;

  private static final char CUT = '…';
  private static final int DIGEST_LENGTH = 32;

  /** The characters that remain of a cut key; a cut key needs two bytes a character. */
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
