package com.throttlex.replay.log;

import com.throttlex.key.KeyHash;
import com.throttlex.request.Addresses;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Addresses from logs: with a port, or as the name of a host.
 *
 * <p>A server that resolves names writes them in place of addresses. Rules count by address, so
 * each name stands for one address of the private range {@code fd00::/8}.
 */
final class HostNames {
  private final KeyHash hash = KeyHash.stable();
  private long used;

  /** Returns an address that a request may have; null if the text is neither address nor name. */
  @Nullable String address(String text) {
    if (isAddress(text)) {
      return text;
    }
    String bare = withoutPort(text);
    if (isAddress(bare)) {
      return bare;
    }
    if (!isName(bare)) {
      return null;
    }
    used++;
    long bits = hash.start().add(bare).end().hi();
    return String.format(
        Locale.ROOT,
        "fd%02x:%x:%x:%x::",
        bits >>> 48 & 0xff,
        bits >>> 32 & 0xffff,
        bits >>> 16 & 0xffff,
        bits & 0xffff);
  }

  /** Returns how many lines had a name in place of an address. */
  long used() {
    return used;
  }

  private static boolean isAddress(String text) {
    return Addresses.canonicalOrNull(text, Addresses.DEFAULT_IPV6_PREFIX) != null;
  }

  private static String withoutPort(String text) {
    int end = text.lastIndexOf(':');
    String host = end < 0 ? text : text.substring(0, end);
    return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
  }

  private static boolean isName(String text) {
    boolean letter = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean alphabetic = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      letter |= alphabetic;
      if (!alphabetic && !(c >= '0' && c <= '9') && c != '.' && c != '-' && c != '_') {
        return false;
      }
    }
    return letter && text.length() <= 255;
  }
}
