package com.throttlex.key;

import java.util.HexFormat;
import java.util.StringJoiner;

/**
 * A printed key whose values are masked: {@code rule|user=al…1f0c9a3e}.
 *
 * <p>A value shows at most its first two characters, and at most a third of it, and a digest. Equal
 * values have equal digests within one process. The digest has a secret of the process, so nobody
 * can find a value by trying.
 */
public final class MaskedKey {
  private static final int MOST_SHOWN = 2;
  private static final int SHOWN_OF = 3;

  private MaskedKey() {}

  /** Returns a printed key with masked values. */
  public static String of(String text) {
    String[] parts = text.split("\\|", -1);
    StringJoiner masked = new StringJoiner("|").add(parts[0]);
    for (int i = 1; i < parts.length; i++) {
      int end = parts[i].indexOf('=');
      masked.add(
          end < 0 ? parts[i] : parts[i].substring(0, end + 1) + mask(parts[i].substring(end + 1)));
    }
    return masked.toString();
  }

  private static String mask(String value) {
    int points = value.codePointCount(0, value.length());
    int shown = Math.min(MOST_SHOWN, points / SHOWN_OF);
    long digest = new KeyHash().add(value).end().hi();
    return value.substring(0, value.offsetByCodePoints(0, shown))
        + '…'
        + HexFormat.of().toHexDigits((int) digest);
  }
}
