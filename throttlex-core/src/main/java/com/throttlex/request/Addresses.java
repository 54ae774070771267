package com.throttlex.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts IP addresses to their canonical text, without name resolution.
 *
 * <p>IPv4 is a dotted quad, and IPv4-mapped IPv6 is that IPv4 address. Other IPv6 is reduced to the
 * network of one subscriber, such as {@code 2001:db8:1:2::/64}, because a subscriber can choose any
 * address in it.
 */
public final class Addresses {
  /** The number of bits of an address. */
  public static final int ALL_BITS = Address.BITS;

  /** The number of bits of an IPv6 address that identify a subscriber. */
  public static final int DEFAULT_IPV6_PREFIX = 64;

  /**
   * The prefix length of {@link #region}. Sites have this or a longer prefix; few rules name larger
   * networks.
   */
  private static final int REGION = 48;

  private Addresses() {}

  /**
   * Returns the canonical text of an address; a canonical text stays the same.
   *
   * <p>An IPv6 text may end in a prefix length. If it is shorter than {@code ipv6Prefix}, it is
   * kept, because the bits after it are unknown.
   *
   * @throws InvalidRequestException if the text is not an address
   */
  public static String canonical(String text, int ipv6Prefix) {
    String canonical = canonicalOrNull(text, ipv6Prefix);
    if (canonical == null) {
      throw invalid("ip", text);
    }
    return canonical;
  }

  /** Returns the canonical text of an address; null if the text is not an address. */
  public static @Nullable String canonicalOrNull(String text, int ipv6Prefix) {
    requirePrefix(ipv6Prefix);
    if (Ipv4.parse(text, 0, text.length()) >= 0) {
      return text;
    }
    int slash = text.indexOf('/');
    Address address = Address.parse(slash < 0 ? text : text.substring(0, slash));
    int known = slash < 0 ? Address.BITS : prefix(text, slash + 1);
    return address == null || known < 1 || (slash >= 0 && address.isIpv4())
        ? null
        : address.text(Math.min(known, ipv6Prefix));
  }

  /**
   * Returns whether two canonical texts may mean one address: the bits that both have are equal.
   *
   * <p>So an address is in a network whichever of them is the shorter.
   */
  public static boolean overlap(String one, String other) {
    if (isIpv4(one) || isIpv4(other)) {
      return one.equals(other);
    }
    int bits = Math.min(bits(one), bits(other));
    return address(one).prefix(bits).equals(address(other).prefix(bits));
  }

  /** Returns whether a canonical text is an IPv4 address. */
  public static boolean isIpv4(String canonical) {
    return canonical.indexOf(':') < 0;
  }

  /**
   * Returns the text under which overlapping addresses are found: IPv4 as it is, IPv6 by its first
   * 48 bits; null if fewer bits are known.
   */
  public static @Nullable String region(String canonical) {
    if (isIpv4(canonical)) {
      return canonical;
    }
    return bits(canonical) < REGION ? null : address(canonical).text(REGION);
  }

  private static int bits(String canonical) {
    int slash = canonical.indexOf('/');
    return slash < 0 ? Address.BITS : prefix(canonical, slash + 1);
  }

  private static Address address(String canonical) {
    int slash = canonical.indexOf('/');
    Address address = Address.parse(slash < 0 ? canonical : canonical.substring(0, slash));
    if (address == null) {
      throw invalid("ip", canonical);
    }
    return address;
  }

  static int prefix(String text, int from) {
    return Decimal.parse(text, from, text.length(), Address.BITS);
  }

  static int requirePrefix(int ipv6Prefix) {
    if (ipv6Prefix < 1 || ipv6Prefix > Address.BITS) {
      throw new IllegalArgumentException(
          ProblemText.ofShown("ipv6Prefix", String.valueOf(ipv6Prefix), "1 to 128"));
    }
    return ipv6Prefix;
  }

  static InvalidRequestException invalid(String name, String text) {
    return new InvalidRequestException(
        List.of(ProblemText.of(name, text, "an IPv4 or IPv6 address")));
  }
}
