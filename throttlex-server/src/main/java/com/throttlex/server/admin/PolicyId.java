package com.throttlex.server.admin;

import java.nio.charset.StandardCharsets;

/**
 * The id of a policy's rule: {@code policy-KEY}.
 *
 * <p>A character other than a letter, digit, dot or dash becomes {@code _XX} for each byte of its
 * UTF-8, and so does the underscore. So different keys have different ids.
 */
final class PolicyId {
  static final String PREFIX = "policy-";

  /** The maximum length of an id, as for every rule. */
  static final int LONGEST = 128;

  private PolicyId() {}

  static String of(String key) {
    StringBuilder id = new StringBuilder(PREFIX);
    for (byte octet : key.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || c == '.' || c == '-')) {
        id.append(c);
      } else {
        id.append(String.format("_%02X", (int) c));
      }
    }
    return id.toString();
  }
}
