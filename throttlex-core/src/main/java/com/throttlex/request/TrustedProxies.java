package com.throttlex.request;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The trusted proxies, whose forwarding headers are used to find the client address.
 *
 * <p>Each proxy appends the address it was called from, so the forwarding header is read from the
 * right. An entry is trusted as long as the hop that wrote it is. The first entry that is not
 * itself a trusted proxy is the client. Everything to the left of it is only the client's claim.
 */
public final class TrustedProxies {
  /** No trusted proxies: the client is the peer. */
  public static final TrustedProxies NONE = of(List.of(), Addresses.DEFAULT_IPV6_PREFIX);

  private final Networks trusted;
  private final int ipv6Prefix;

  private TrustedProxies(Networks trusted, int ipv6Prefix) {
    this.trusted = trusted;
    this.ipv6Prefix = Addresses.requirePrefix(ipv6Prefix);
  }

  /**
   * Creates trusted proxies from networks, and reduces IPv6 clients to prefixes of that many bits.
   *
   * @throws IllegalArgumentException if any network is malformed; the message names them all
   */
  public static TrustedProxies of(List<String> cidrs, int ipv6Prefix) {
    return new TrustedProxies(Networks.of("trusted-proxies", cidrs), ipv6Prefix);
  }

  /**
   * Returns the canonical address of the client behind a peer.
   *
   * <p>If both headers are present and name different clients, one of them is forged and it is
   * unknown which, so the peer counts. A hop that is not an address ends the walk at the trusted
   * hop before it.
   *
   * @param peer the address of the socket's other end
   * @param forwarded all {@code Forwarded} headers, joined by commas in the order received
   * @param xForwardedFor all {@code X-Forwarded-For} headers, joined in the same way
   * @throws InvalidRequestException if the peer is not an address
   */
  public String clientAddress(
      String peer, @Nullable String forwarded, @Nullable String xForwardedFor) {
    Address address = Address.parse(peer);
    if (address == null) {
      throw Addresses.invalid("peer", peer);
    }
    if (trusts(address)) {
      return behind(address, forwarded, xForwardedFor);
    }
    boolean canonical = address.isIpv4() && peer.indexOf(':') < 0;
    return canonical ? peer : address.text(ipv6Prefix);
  }

  /**
   * Returns the address of the client as {@link #clientAddress} does, for decisions about access.
   * Null if the headers of a trusted proxy contradict each other or have a hop that cannot be read,
   * so that a client cannot hide behind the address of its proxy.
   */
  public @Nullable String certainAddress(
      String peer, @Nullable String forwarded, @Nullable String xForwardedFor) {
    Address address = Address.parse(peer);
    if (address == null || !trusts(address)) {
      return address == null ? null : address.text(ipv6Prefix);
    }
    Address byForwarded = walk(address, forwarded, Hop::inForwarded, false);
    Address byXForwardedFor = walk(address, xForwardedFor, Hop::parse, false);
    if (byForwarded == null || byXForwardedFor == null) {
      return null;
    }
    boolean contradict =
        forwarded != null && xForwardedFor != null && !byForwarded.equals(byXForwardedFor);
    Address found = xForwardedFor == null ? byForwarded : byXForwardedFor;
    return contradict ? null : found.text(ipv6Prefix);
  }

  /** Returns whether there is a trusted proxy. */
  public boolean trustsAnybody() {
    return !trusted.isEmpty();
  }

  /** Returns whether the address of a peer is that of a trusted proxy. */
  public boolean trusts(String peer) {
    Address address = trusted.isEmpty() ? null : Address.parse(peer);
    return address != null && trusts(address);
  }

  private String behind(Address proxy, @Nullable String forwarded, @Nullable String xForwardedFor) {
    String byForwarded = text(proxy, forwarded, Hop::inForwarded);
    String byXForwardedFor = text(proxy, xForwardedFor, Hop::parse);
    if (forwarded == null || byForwarded.equals(byXForwardedFor)) {
      return byXForwardedFor;
    }
    return xForwardedFor == null ? byForwarded : proxy.text(ipv6Prefix);
  }

  private String text(
      Address proxy, @Nullable String header, Function<String, @Nullable Address> hops) {
    Address found = walk(proxy, header, hops, true);
    return (found == null ? proxy : found).text(ipv6Prefix);
  }

  /**
   * Follows the hops of a header from the right up to the first that is not trusted.
   *
   * @param lenient whether the walk ends before a hop that cannot be read; otherwise null is
   *     returned
   */
  private @Nullable Address walk(
      Address proxy,
      @Nullable String header,
      Function<String, @Nullable Address> hops,
      boolean lenient) {
    Address nearest = proxy;
    HeaderElements elements = new HeaderElements(header);
    for (String element = elements.previous(); element != null; element = elements.previous()) {
      Address hop = hops.apply(element);
      if (hop == null) {
        return lenient ? nearest : null;
      }
      nearest = hop;
      if (!trusts(hop)) {
        break;
      }
    }
    return nearest;
  }

  private boolean trusts(Address address) {
    return trusted.contains(address);
  }
}
