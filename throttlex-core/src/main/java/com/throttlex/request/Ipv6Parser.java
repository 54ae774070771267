package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/**
 * A parser of one IPv6 address in any of its textual forms (RFC 4291, 2.2); it ignores the zone.
 */
final class Ipv6Parser {
  private static final int GROUPS = 8;
  private static final int NONE = -1;

  private final String text;
  private final int end;
  private final int[] groups = new int[GROUPS];
  private int count;
  private int gap = NONE;
  private int at;

  Ipv6Parser(String text) {
    this.text = text;
    int zone = text.indexOf('%');
    this.end = zone < 0 ? text.length() : zone;
  }

  @Nullable Address parse() {
    boolean read = isZoneValid() && readGroups();
    return read && (gap == NONE ? count == GROUPS : count < GROUPS) ? address() : null;
  }

  private boolean isZoneValid() {
    for (int i = end + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c > '~' || "%/[]:,;\"\\".indexOf(c) >= 0) {
        return false;
      }
    }
    return end != text.length() - 1;
  }

  private boolean readGroups() {
    if (text.startsWith("::")) {
      gap = 0;
      at = 2;
    }
    if (at == end && gap == 0) {
      return true;
    }
    do {
      if (!readGroup() || (at < end && !readSeparator())) {
        return false;
      }
    } while (at < end);
    return true;
  }

  /** Reads one or two colons; the text must not end in a single one. */
  private boolean readSeparator() {
    at++;
    if (at < end && text.charAt(at) == ':') {
      boolean first = gap == NONE;
      gap = count;
      at++;
      return first;
    }
    return at < end;
  }

  /**
   * Reads up to the next colon: four hexadecimal digits at most, or the IPv4 address at the end.
   */
  private boolean readGroup() {
    int start = at;
    int value = 0;
    while (at < end && text.charAt(at) != ':') {
      char c = text.charAt(at++);
      if (c == '.') {
        return readIpv4(start);
      }
      int digit = Ascii.hex(c);
      if (digit < 0 || at - start > 4) {
        return false;
      }
      value = (value << 4) | digit;
    }
    return at > start && add(value);
  }

  private boolean readIpv4(int start) {
    long bits = Ipv4.parse(text, start, end);
    at = end;
    return bits >= 0 && add((int) (bits >>> 16)) && add((int) bits & 0xffff);
  }

  private boolean add(int group) {
    if (count == GROUPS) {
      return false;
    }
    groups[count++] = group;
    return true;
  }

  private Address address() {
    int missing = GROUPS - count;
    long high = 0;
    long low = 0;
    for (int i = 0; i < GROUPS; i++) {
      boolean beforeGap = gap == NONE || i < gap;
      int group = beforeGap ? groups[i] : i < gap + missing ? 0 : groups[i - missing];
      high = (high << 16) | (low >>> 48);
      low = (low << 16) | group;
    }
    return new Address(high, low);
  }
}
