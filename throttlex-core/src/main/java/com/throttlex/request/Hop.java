package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/** A parser of the address of one hop in a forwarding header; it ignores the port. */
final class Hop {
  private Hop() {}

  /**
   * Returns the address; null for {@code unknown}, an obfuscated {@code _name} or malformed text.
   */
  static @Nullable Address parse(String text) {
    if (text.startsWith("[")) {
      int close = text.indexOf(']');
      return close > 0 && isPort(text, close + 1) ? ipv6(text.substring(1, close)) : null;
    }
    int colon = text.indexOf(':');
    if (colon < 0 || colon != text.lastIndexOf(':')) {
      return Address.parse(text);
    }
    return isPort(text, colon) ? Address.parse(text.substring(0, colon)) : null;
  }

  /**
   * Returns the address in one element of a {@code Forwarded} header, or null in the same cases.
   */
  static @Nullable Address inForwarded(String element) {
    String node = ForwardedElement.node(element);
    return node == null ? null : parse(node);
  }

  private static @Nullable Address ipv6(String text) {
    return text.indexOf(':') < 0 ? null : Address.parse(text);
  }

  /**
   * Returns whether the rest of a text is empty, or a colon and a port (RFC 7239 allows hidden
   * ones).
   */
  private static boolean isPort(String text, int from) {
    if (from == text.length()) {
      return true;
    }
    boolean hidden = text.startsWith(":_", from);
    return text.charAt(from) == ':'
        && (hidden || Decimal.parse(text, from + 1, text.length(), 65_535) >= 0);
  }
}
