package com.throttlex.replay.log;

import com.throttlex.key.KeyHash;
import com.throttlex.request.Addresses;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Addresses from logs: with a port, or as the name of a host.
 *
 * <p>A server that resolves names writes them in place of addresses. Rules count by address, so
 * each name stands for one address of the private range {@code fd00::/8}. The first names are kept,
 * so that results can show them.
 */
final class HostNames {
  private static final int MOST_KEPT = 50_000;

  private final KeyHash hash = KeyHash.stable();
  private final Map<String, String> names = new ConcurrentHashMap<>();
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
    String address = address(hash.start().add(bare).end().hi());
    if (names.size() < MOST_KEPT) {
      names.putIfAbsent(Objects.requireNonNull(canonical(address)), bare);
    }
    return address;
  }

  private static String address(long bits) {
    return String.format(
        Locale.ROOT,
        "fd%02x:%x:%x:%x::",
        bits >>> 48 & 0xff,
        bits >>> 32 & 0xffff,
        bits >>> 16 & 0xffff,
        bits & 0xffff);
  }

  /** Returns the name that an address of a key stands for; null if it stands for none. */
  @Nullable String name(String address) {
    return names.get(address);
  }

  private static @Nullable String canonical(String text) {
    return Addresses.canonicalOrNull(text, Addresses.DEFAULT_IPV6_PREFIX);
  }

  /** Returns how many lines had a name in place of an address. */
  long used() {
    return used;
  }

  private static boolean isAddress(String text) {
    return canonical(text) != null;
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
