package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/**
 * A parser of one element of a {@code Forwarded} header (RFC 7239, 4), such as {@code
 * for=a;proto=b}.
 *
 * <p>It accepts more than the grammar in two harmless cases that occur in practice: blanks around
 * semicolons, and brackets and colons outside quotes.
 */
final class ForwardedElement {
  private static final String DELIMITERS = "=;,\"\\ \t";

  private final String element;
  private int at;

  private ForwardedElement(String element) {
    this.element = element;
  }

  /**
   * Returns the value of the only {@code for} parameter, unquoted; null if it is missing or the
   * element is malformed.
   */
  static @Nullable String node(String element) {
    return new ForwardedElement(element).node();
  }

  private @Nullable String node() {
    String node = null;
    do {
      skipBlanks();
      String name = token();
      String value = skip('=') ? value() : null;
      boolean isNode = "for".equalsIgnoreCase(name);
      if (name == null || value == null || (isNode && node != null)) {
        return null;
      }
      node = isNode ? value : node;
      skipBlanks();
    } while (skip(';'));
    return at == element.length() ? node : null;
  }

  private @Nullable String value() {
    return skip('"') ? quoted() : token();
  }

  private @Nullable String token() {
    int start = at;
    while (at < element.length() && DELIMITERS.indexOf(element.charAt(at)) < 0) {
      at++;
    }
    return at > start ? element.substring(start, at) : null;
  }

  /** Reads the rest of a quoted string; null if its closing quote is missing. */
  private @Nullable String quoted() {
    StringBuilder out = new StringBuilder();
    while (at < element.length() && element.charAt(at) != '"') {
      at += element.charAt(at) == '\\' ? 1 : 0;
      if (at < element.length()) {
        out.append(element.charAt(at++));
      }
    }
    return skip('"') ? out.toString() : null;
  }

  private boolean skip(char expected) {
    boolean found = at < element.length() && element.charAt(at) == expected;
    at += found ? 1 : 0;
    return found;
  }

  private void skipBlanks() {
    while (skip(' ') || skip('\t')) {}
  }
}
