package com.throttlex.request;

import org.jspecify.annotations.Nullable;

/** A range of addresses that share their first bits. */
record Cidr(Address network, int bits) {
  static final String EXPECTED =
      "an address, or a network such as 10.0.0.0/8 or 2001:db8::/32 with no bit set after its"
          + " prefix, which is not 0";

  /** Parses a range; null for any other text. A single address is a range too. */
  static @Nullable Cidr parse(String text) {
    int slash = text.indexOf('/');
    Address address = Address.parse(slash < 0 ? text : text.substring(0, slash));
    if (address == null) {
      return null;
    }
    int bits = slash < 0 ? Address.BITS : bits(text, slash, address);
    boolean inRange = bits > lowest(address) && bits <= Address.BITS;
    return inRange && address.prefix(bits).equals(address) ? new Cidr(address, bits) : null;
  }

  boolean contains(Address address) {
    return address.isIpv4() == network.isIpv4() && address.prefix(bits).equals(network);
  }

  // A mapped network in IPv6 notation already counts its prefix from bit 0 of 128.
  private static int bits(String text, int slash, Address address) {
    int bits = Addresses.prefix(text, slash + 1);
    boolean dotted = address.isIpv4() && text.indexOf(':') < 0;
    return dotted && bits >= 0 ? bits + Address.IPV4_PREFIX : bits;
  }

  // A prefix of 0 would trust every peer, so any client could choose its own address.
  private static int lowest(Address address) {
    return address.isIpv4() ? Address.IPV4_PREFIX : 0;
  }
}
