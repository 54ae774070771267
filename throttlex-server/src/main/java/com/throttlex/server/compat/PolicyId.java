package com.throttlex.server.compat;

import com.throttlex.key.KeyHash;
import com.throttlex.key.SecretValue;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The id of a policy's rule: {@code policy-KEY}.
 *
 * <p>A character other than a letter, digit, dot or dash becomes {@code _XX} for each byte of its
 * UTF-8, and so does the underscore. An id that would be too long ends in a hash of the key. So
 * different keys have different ids. Metrics show ids to everyone, so a key that looks like an API
 * key is replaced by its digest.
 */
final class PolicyId {
  static final String PREFIX = "policy-";

  /** The maximum length of an id, as for every rule. */
  private static final int LONGEST = 128;

  private static final int HASH = 32;

  private PolicyId() {}

  static String of(String key) {
    StringBuilder id = new StringBuilder(PREFIX);
    for (byte octet : shown(key).getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || c == '.' || c == '-')) {
        id.append(c);
      } else {
        id.append(String.format("_%02X", (int) c));
      }
    }
    if (id.length() > LONGEST) {
      id.setLength(LONGEST - HASH - 1);
      id.append('_').append(hash(key));
    }
    return id.toString();
  }

  /** Returns the key as metrics show it: its digest if it looks like an API key. */
  static String shown(String key) {
    return SecretValue.isLikely(key) ? SecretValue.digest(key) : key;
  }

  // No escape has a lower-case digit after its underscore, so a short id never ends in this.
  private static String hash(String key) {
    KeyHash hash = KeyHash.stable().add(key).end();
    HexFormat hex = HexFormat.of();
    return ("h" + hex.toHexDigits(hash.hi()) + hex.toHexDigits(hash.lo())).substring(0, HASH);
  }
}
