package com.throttlex.server.admin;

import java.nio.charset.StandardCharsets;

/**
 * The id of the rule that a policy is kept as: {@code policy-KEY}.
 *
 * <p>What is not a letter, digit, dot or dash becomes {@code _XX} for each byte of its UTF-8, the
 * underscore too: no two keys have the same id.
 */
final class PolicyId {
  static final String PREFIX = "policy-";

  /** How long an id can be, as any rule's. */
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
