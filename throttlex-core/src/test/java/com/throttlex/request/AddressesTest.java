package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressesTest {
  private static final long SEED = 20_261_115;

  @ParameterizedTest
  @CsvSource({
    "203.0.113.9, 203.0.113.9",
    "0.0.0.0, 0.0.0.0",
    "255.255.255.255, 255.255.255.255",
    "::ffff:203.0.113.9, 203.0.113.9",
    "::FFFF:cb00:7109, 203.0.113.9",
    "0:0:0:0:0:ffff:203.0.113.9, 203.0.113.9",
    "2001:db8:1:2:3:4:5:6, 2001:db8:1:2::/64",
    "2001:DB8:1:2::, 2001:db8:1:2::/64",
    "2001:0db8:0001:0002:0000:0000:0000:0001, 2001:db8:1:2::/64",
    "2001:db8:1:2:3:4:1.2.3.4, 2001:db8:1:2::/64",
    "2001:db8:1:2::/64, 2001:db8:1:2::/64",
    "2001:db8:1:2:3::/80, 2001:db8:1:2::/64",
    "2001:db8:1::/48, 2001:db8:1::/48",
    "fe80::1%eth0, fe80::/64",
    "fe80::1%1, fe80::/64",
    "::, ::/64",
    "::1, ::/64",
    "::1.2.3.4, ::/64",
    "1::, 1::/64",
  })
  void canonical_ofEachForm_givesTheOneSpelling(String text, String canonical) {
    assertThat(Addresses.canonical(text, 64)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @CsvSource({
    "128, 2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
    "128, 2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
    "128, 2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
    "128, ::, ::",
    "128, ::1, ::1",
    "128, 1::, 1::",
    "128, ::1.2.3.4, ::102:304",
    "128, 1:2:3:4:5:6:7::, 1:2:3:4:5:6:7:0",
    "128, ::2:3:4:5:6:7:8, 0:2:3:4:5:6:7:8",
    "128, 2001:db8::1/64, 2001:db8::/64",
    "56, 2001:db8:1:2ff::1, 2001:db8:1:200::/56",
    "127, ::3, ::2/127",
    "1, ffff::, 8000::/1",
    "96, ::ffff:1.2.3.4, 1.2.3.4",
    "65, 1:2:3:4:ffff::, 1:2:3:4:8000::/65",
  })
  void canonical_withAnotherPrefix_keepsThatManyBits(int prefix, String text, String canonical) {
    assertThat(Addresses.canonical(text, prefix)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "localhost",
        "example.com",
        "1.2.3",
        "1.2.3.4.5",
        "1.2.3.256",
        "01.2.3.4",
        "1.2.3.04",
        "1.2.3.",
        ".1.2.3",
        "1..2.3",
        "0x1.2.3.4",
        "1.2.3.4 ",
        " 1.2.3.4",
        "+1.2.3.4",
        "16909060",
        "1.2.3.4/32",
        "1.2.3.4%eth0",
        "1.2.3.4:80",
        "[::1]",
        "[::1]:80",
        ":",
        ":::",
        "1:",
        ":1",
        "1::2::3",
        "1:2:3:4:5:6:7",
        "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::",
        "::1:2:3:4:5:6:7:8",
        "12345::",
        "g::",
        "::1%",
        "::1%a%b",
        "::1% ",
        "::1.2.3",
        "::1.2.3.256",
        "::1.2.3.4:5",
        "1.2.3.4::",
        "1:2:3:4:5:6:7:1.2.3.4",
        "::1/",
        "::1/0",
        "::1/129",
        "::1/064",
        "::1/+1",
        "::1/64/64",
        "::ffff:1.2.3.4/96",
        "::１",
        "１.2.3.4",
        "::\u0661",
        "1.2.3.٤"
      })
  void canonical_ofAnythingElse_isRefusedByName(String text) {
    assertThatThrownBy(() -> Addresses.canonical(text, 64))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("ip: " + ShownText.quoted(text) + " (expected: an IPv4 or IPv6 address)");
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 129})
  void canonical_withAnImpossiblePrefix_isRefused(int prefix) {
    assertThatThrownBy(() -> Addresses.canonical("1.2.3.4", prefix))
        .hasMessage("ipv6Prefix: " + prefix + " (expected: 1 to 128)");
  }

  @Test
  void canonical_ofIpv4_returnsTheSameInstance() {
    String text = "203.0.113.9";
    assertThat(Addresses.canonical(text, 64)).isSameAs(text);
  }

  @Test
  void canonical_ofOneNetwork_isOneKey() throws UnknownHostException {
    Random random = new Random(SEED);
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      keys.add(
          Addresses.canonical(spelling(randomBytes(random, 0x20010db8_00010002L), random), 64));
    }
    assertThat(keys).containsExactly("2001:db8:1:2::/64");
  }

  @Test
  void canonical_ofDifferentNetworks_isDifferent() throws UnknownHostException {
    Random random = new Random(SEED);
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      long network = 0x20010db8_00000000L + i;
      keys.add(Addresses.canonical(spelling(randomBytes(random, network), random), 64));
    }
    assertThat(keys).hasSize(10_000);
  }

  @Test
  void canonical_ofMappedIpv4_isThatIpv4AndNoOther() {
    Random random = new Random(SEED);
    Set<String> seen = new HashSet<>();
    Set<Integer> drawn = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      int bits = random.nextInt();
      String ipv4 = Ipv4.print(bits & 0xffffffffL);
      String hex = String.format("::ffff:%x:%x", bits >>> 16, bits & 0xffff);
      assertThat(Addresses.canonical("::ffff:" + ipv4, 64)).isEqualTo(ipv4);
      assertThat(Addresses.canonical(hex, 64)).isEqualTo(ipv4);
      drawn.add(bits);
      seen.add(ipv4);
    }
    assertThat(seen).hasSameSizeAs(drawn);
  }

  @Test
  void canonical_ofItsOwnResult_isThatResult() {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      int prefix = 1 + random.nextInt(128);
      Address address = new Address(sparse(random), sparse(random));
      String canonical = address.text(prefix);
      assertThat(Addresses.canonical(canonical, prefix)).isEqualTo(canonical);
    }
  }

  @Test
  void parse_ofAnySpelling_findsTheSameBits() throws UnknownHostException {
    Random random = new Random(SEED);
    for (int i = 0; i < 20_000; i++) {
      Address address = new Address(sparse(random), sparse(random));
      assertThat(Address.parse(address.text(128))).isEqualTo(address);
      assertThat(Address.parse(spelling(address, random))).isEqualTo(address);
    }
  }

  @Test
  void parse_ofRandomText_neverFailsOtherwise() {
    Random random = new Random(SEED);
    String alphabet = "0123456789abcdefABCDEF::::....%/[] gx";
    for (int i = 0; i < 200_000; i++) {
      StringBuilder text = new StringBuilder();
      for (int n = random.nextInt(20); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      Address address = Address.parse(text.toString());
      if (address != null) {
        assertThat(Address.parse(address.text(128))).isEqualTo(address);
      }
    }
  }

  private static Address randomBytes(Random random, long network) {
    return new Address(network, random.nextLong());
  }

  /** Bits with many zero groups, so that all ways of shortening occur. */
  private static long sparse(Random random) {
    long bits = random.nextLong();
    for (int shift = 0; shift < 64; shift += 16) {
      bits &= random.nextInt(3) == 0 ? -1L : ~(0xffffL << shift);
    }
    return bits;
  }

  private static String spelling(Address address, Random random) throws UnknownHostException {
    String full = fullText(address);
    return switch (random.nextInt(5)) {
      case 0 -> full;
      case 1 -> full.toUpperCase(java.util.Locale.ROOT);
      case 2 -> full + "%eth" + random.nextInt(9);
      case 3 -> full.substring(0, 30) + Ipv4.print(address.low());
      default -> address.isIpv4() ? full : InetAddress.getByName(full).getHostAddress();
    };
  }

  private static String fullText(Address address) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 8; i++) {
      out.append(i == 0 ? "" : ":").append(String.format("%04x", address.group(i)));
    }
    return out.toString();
  }
}
