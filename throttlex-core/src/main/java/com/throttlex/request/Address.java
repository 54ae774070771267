package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/** An IP address as 128 bits; an IPv4 address is its IPv4-mapped IPv6 address. */
record Address(long high, long low) {
  static final int BITS = 128;
  static final int IPV4_PREFIX = 96;
  private static final long MAPPED = 0xffffL << 32;

  /**
   * Parses an address; null for any other text. Names, ports, brackets and prefix lengths are not
   * allowed.
   */
  static @Nullable Address parse(String text) {
    long ipv4 = Ipv4.parse(text, 0, text.length());
    return ipv4 >= 0 ? ofIpv4(ipv4) : new Ipv6Parser(text).parse();
  }

  static Address ofIpv4(long bits) {
    return new Address(0, MAPPED | bits);
  }

  boolean isIpv4() {
    return high == 0 && low >>> 32 == 0xffff;
  }

  /** Returns the address with only its first {@code bits} bits; the others are 0. */
  Address prefix(int bits) {
    long highMask = bits == 0 ? 0 : -1L << Math.max(0, Long.SIZE - bits);
    long lowMask = bits <= Long.SIZE ? 0 : -1L << (BITS - bits);
    return new Address(high & highMask, low & lowMask);
  }

  /** Returns the 16 bits of the hexadecimal group at that index, 0 to 7. */
  int group(int index) {
    long half = index < 4 ? high : low;
    return (int) (half >>> (48 - 16 * (index & 3))) & 0xffff;
  }

  /** Returns the canonical text: IPv4 in full, IPv6 as its prefix of that many bits. */
  String text(int ipv6Prefix) {
    if (isIpv4()) {
      return Ipv4.print(low);
    }
    String text = Ipv6Printer.print(prefix(ipv6Prefix));
    return ipv6Prefix == BITS ? text : text + '/' + ipv6Prefix;
  }
}
