package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrustedProxiesTest {
  private static final long SEED = 20_261_115;
  private static final String GARBAGE = "for=\"\"\\,;1.2:[]x ";
  private static final TrustedProxies PROXIES =
      TrustedProxies.of(List.of("10.0.0.0/8", "192.0.2.7", "2001:db8:aaaa::/48"), 64);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "203.0.113.9                                        | 203.0.113.9",
        "198.51.100.1, 203.0.113.9                          | 203.0.113.9",
        "198.51.100.1,203.0.113.9,10.0.0.2, 10.0.0.3        | 203.0.113.9",
        "203.0.113.9, 192.0.2.7                             | 203.0.113.9",
        "203.0.113.9, 2001:db8:aaaa::7                      | 203.0.113.9",
        "203.0.113.9:4711                                   | 203.0.113.9",
        "::ffff:203.0.113.9                                 | 203.0.113.9",
        "203.0.113.9, ::ffff:10.0.0.2                       | 203.0.113.9",
        "2001:db8:1:2::9                                    | 2001:db8:1:2::/64",
        "[2001:db8:1:2::9]                                  | 2001:db8:1:2::/64",
        "[2001:db8:1:2::9]:4711                             | 2001:db8:1:2::/64",
        "10.0.0.5, 10.0.0.2                                 | 10.0.0.5",
        "203.0.113.9, unknown, 10.0.0.2                     | 10.0.0.2",
        "203.0.113.9, _hidden, 10.0.0.2                     | 10.0.0.2",
        "203.0.113.9, , 10.0.0.2                            | 10.0.0.2",
        "203.0.113.9, garbage                               | 10.0.0.1",
        "203.0.113.9, 10.0.0.2:x                            | 10.0.0.1",
        "203.0.113.9, 10.0.0.2:65536                        | 10.0.0.1",
        "203.0.113.9, 2001:db8:1:2::/64                     | 10.0.0.1",
        "203.0.113.9, [10.0.0.2]                            | 10.0.0.1",
        "203.0.113.9, [::1                                  | 10.0.0.1",
        "203.0.113.9, [::1]x                                | 10.0.0.1",
        "\", 203.0.113.9                                    | 203.0.113.9",
        "'  '                                               | 10.0.0.1",
        "203.0.113.9,                                       | 10.0.0.1",
      })
  void clientAddress_behindATrustedPeer_isTheRightmostUntrustedHop(String header, String client) {
    assertThat(PROXIES.clientAddress("10.0.0.1", null, header)).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "for=203.0.113.9                                              | 203.0.113.9",
        "For=\"203.0.113.9\"                                          | 203.0.113.9",
        "FOR=\"203.0.113.9:4711\";proto=https;by=10.0.0.1             | 203.0.113.9",
        "proto=https; for=203.0.113.9 ;host=\"a,b;c\\\"d,\"           | 203.0.113.9",
        "for=\"[2001:db8:1:2::9]:4711\"                               | 2001:db8:1:2::/64",
        "for=[2001:db8:1:2::9]                                        | 2001:db8:1:2::/64",
        "for=\"[2001:db8:1:2::9]:_port\"                              | 2001:db8:1:2::/64",
        "for=\"\\2\\03.0.113.9\"                                      | 203.0.113.9",
        "for=198.51.100.1, for=203.0.113.9;proto=http, for=10.0.0.2   | 203.0.113.9",
        "for=198.51.100.1,for=203.0.113.9,for=\"[2001:db8:aaaa::1]\"  | 203.0.113.9",
        "for=10.0.0.5, for=10.0.0.2                                   | 10.0.0.5",
        "for=203.0.113.9, for=unknown, for=10.0.0.2                   | 10.0.0.2",
        "for=203.0.113.9, for=_hidden                                 | 10.0.0.1",
        "for=203.0.113.9, proto=https                                 | 10.0.0.1",
        "for=203.0.113.9;for=198.51.100.1                             | 10.0.0.1",
        "for=203.0.113.9;                                             | 10.0.0.1",
        "for=203.0.113.9 x                                            | 10.0.0.1",
        "for=\"203.0.113.9\"x                                         | 10.0.0.1",
        "for=\"203.0.113.9                                            | 10.0.0.1",
        "for=\"203.0.113.9\\                                          | 10.0.0.1",
        "for=                                                         | 10.0.0.1",
        "=203.0.113.9                                                 | 10.0.0.1",
        "for                                                          | 10.0.0.1",
        "203.0.113.9                                                  | 10.0.0.1",
        "for=\"x, for=203.0.113.9                                     | 203.0.113.9",
        "for=6.6.6.6;x=\", for=\"[2001:db8:1:2::9]\"                  | 2001:db8:1:2::/64",
        "for=6.6.6.6;x=\"\\, for=203.0.113.9;host=\"a\"               | 203.0.113.9",
      })
  void clientAddress_byForwarded_isTheRightmostUntrustedHop(String header, String client) {
    assertThat(PROXIES.clientAddress("10.0.0.1", header, null)).isEqualTo(client);
  }

  @ParameterizedTest
  @CsvSource({
    "for=203.0.113.9, 203.0.113.9, 203.0.113.9",
    "for=203.0.113.9, ::ffff:203.0.113.9, 203.0.113.9",
    "for=198.51.100.1, 203.0.113.9, 10.0.0.1",
    "for=203.0.113.9, 198.51.100.1, 10.0.0.1",
    "for=10.0.0.2, 203.0.113.9, 10.0.0.1",
    "garbage, 203.0.113.9, 10.0.0.1",
    "for=203.0.113.9, garbage, 10.0.0.1",
  })
  void clientAddress_byBothHeaders_isThePeerUnlessTheyAgree(
      String forwarded, String xForwardedFor, String client) {
    assertThat(PROXIES.clientAddress("10.0.0.1", forwarded, xForwardedFor)).isEqualTo(client);
  }

  @Test
  void clientAddress_withoutHeaders_isThePeer() {
    assertThat(PROXIES.clientAddress("10.0.0.1", null, null)).isEqualTo("10.0.0.1");
    assertThat(PROXIES.clientAddress("::ffff:10.0.0.1", null, null)).isEqualTo("10.0.0.1");
    assertThat(PROXIES.clientAddress("fe80::1%eth0", null, null)).isEqualTo("fe80::/64");
  }

  @Test
  void clientAddress_ofAMappedPeer_isTrustedLikeItsIpv4() {
    assertThat(PROXIES.clientAddress("::ffff:10.0.0.1", null, "203.0.113.9"))
        .isEqualTo("203.0.113.9");
  }

  @Test
  void clientAddress_ofAPeerThatIsNoAddress_isRefused() {
    assertThatThrownBy(() -> PROXIES.clientAddress("localhost", null, "203.0.113.9"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("peer: \"localhost\" (expected: an IPv4 or IPv6 address)");
  }

  @Test
  void clientAddress_ofAnUntrustedPeer_ignoresTenThousandForgedHeaders() {
    Random random = new Random(SEED);
    Set<String> clients = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String chain = randomChain(random);
      clients.add(PROXIES.clientAddress("203.0.113.9", null, chain));
      clients.add(PROXIES.clientAddress("203.0.113.9", "for=" + randomHop(random), chain));
      clients.add(TrustedProxies.NONE.clientAddress("203.0.113.9", null, chain));
    }
    assertThat(clients).containsExactly("203.0.113.9");
  }

  @Test
  void clientAddress_behindTrustedHops_ignoresWhatTheClientClaims() {
    Random random = new Random(SEED);
    Set<String> clients = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      String claimed = randomChain(random);
      String trusted = random.nextBoolean() ? "" : ", 10.1." + random.nextInt(256) + ".1";
      clients.add(PROXIES.clientAddress("10.0.0.1", null, claimed + ", 203.0.113.9" + trusted));
      String forwarded = randomGarbage(random) + ",for=203.0.113.9;host=\"a\\\",b\"";
      clients.add(PROXIES.clientAddress("10.0.0.1", forwarded, null));
    }
    assertThat(clients).containsExactly("203.0.113.9");
  }

  @Test
  void clientAddress_withAForgedSecondHeader_hasNoMoreThanThePeerToOffer() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      String forged = "for=" + randomHop(random);
      assertThat(PROXIES.clientAddress("10.0.0.1", forged, "203.0.113.9"))
          .isIn("10.0.0.1", "203.0.113.9");
    }
  }

  @Test
  void of_severalBadNetworks_reportsThemAll() {
    List<String> cidrs = List.of("10.0.0.0/8", "10.0.0.0/33", "::1", "example.com", "10.0.0.1/8");
    assertThatThrownBy(() -> TrustedProxies.of(cidrs, 64))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(
            "trusted-proxies: \"10.0.0.0/33\" (expected: an address, or a network")
        .hasMessageContaining("; trusted-proxies: \"example.com\" (expected:")
        .hasMessageContaining("; trusted-proxies: \"10.0.0.1/8\" (expected:")
        .hasMessageNotContaining("\"10.0.0.0/8\"")
        .hasMessageNotContaining("\"::1\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.0/",
        "10.0.0.0/08",
        "10.0.0.0/-1",
        "0.0.0.0/0",
        "0.0.0.0/128",
        "::/0",
        "2001:db8::/129",
        "2001:db8::1/64",
        "10.0.0/8",
        "10.0.0.0/8/8",
        "::ffff:10.0.0.0/95",
        " 10.0.0.0/8"
      })
  void of_aBadNetwork_isRefused(String cidr) {
    List<String> cidrs = List.of(cidr);
    assertThatThrownBy(() -> TrustedProxies.of(cidrs, 64))
        .hasMessageContaining("trusted-proxies: ");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, 11.0.0.0",
    "10.1.2.128/25, 10.1.2.128, 10.1.2.127",
    "10.1.2.3/32, 10.1.2.3, 10.1.2.2",
    "128.0.0.0/1, 255.0.0.1, 127.0.0.1",
    "::ffff:10.0.0.0/104, 10.9.9.9, 11.0.0.0",
    "2001:db8::/32, 2001:db8:ffff::1, 2001:db9::",
    "2001:db8::/65, 2001:db8::7fff:0:0:0, 2001:db8:0:0:8000::",
    "2001:db8::1, 2001:db8::1, 2001:db8::2",
    "::/1, 7fff::1, 1.2.3.4",
  })
  void of_aNetwork_trustsItsMembersOnly(String cidr, String member, String stranger) {
    TrustedProxies proxies = TrustedProxies.of(List.of(cidr), 128);
    assertThat(proxies.clientAddress(member, null, "203.0.113.9")).isEqualTo("203.0.113.9");
    assertThat(proxies.clientAddress(stranger, null, "203.0.113.9")).isEqualTo(stranger);
  }

  private static String randomChain(Random random) {
    StringBuilder chain = new StringBuilder(randomHop(random));
    for (int n = random.nextInt(4); n > 0; n--) {
      chain.append(", ").append(randomHop(random));
    }
    return chain.toString();
  }

  private static String randomHop(Random random) {
    return switch (random.nextInt(6)) {
      case 0 -> "10.0.0." + random.nextInt(256);
      case 1 -> Ipv4.print(random.nextInt() & 0xffffffffL);
      case 2 -> Ipv4.print(random.nextInt() & 0xffffffffL) + ":" + random.nextInt(65_536);
      case 3 -> new Address(random.nextLong(), random.nextLong()).text(128);
      case 4 -> "unknown";
      default -> randomGarbage(random);
    };
  }

  private static String randomGarbage(Random random) {
    StringBuilder out = new StringBuilder();
    for (int n = random.nextInt(12); n > 0; n--) {
      out.append(GARBAGE.charAt(random.nextInt(GARBAGE.length())));
    }
    return out.toString();
  }
}
