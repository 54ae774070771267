package com.throttlex.server.config;

import com.throttlex.request.Addresses;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rules.yaml.Value;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the identity settings except those of bearer tokens. */
final class IdentityReader {
  private static final String NETWORK_EXPECTED = "an address, or a network such as 10.0.0.0/8";
  private static final String HEADER_EXPECTED = "the name of a header such as X-API-Key";
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}");

  private IdentityReader() {}

  static Settings.Identity read(SettingSources sources) {
    return new Settings.Identity(
        sources.read(SettingKey.TRUSTED_PROXIES, IdentityReader::networks, List.of()),
        sources.read(SettingKey.IPV6_PREFIX, IdentityReader::prefix, Addresses.DEFAULT_IPV6_PREFIX),
        sources.read(SettingKey.API_KEY_HEADER, IdentityReader::header, "X-API-Key"),
        JwtReader.read(sources));
  }

  /** Reads at least one network; an empty list would allow every address. */
  static List<String> someNetworks(Given given) {
    List<String> networks = networks(given);
    if (networks.isEmpty() && given.value().items().isEmpty()) {
      given.value().wrong("nothing", "at least one network such as 10.0.0.0/8");
    }
    return networks;
  }

  private static List<String> networks(Given given) {
    return List.copyOf(given.value().distinct(IdentityReader::network));
  }

  private static @Nullable String network(Value value) {
    return value.parsed(
        text -> {
          TrustedProxies.of(List.of(text), Addresses.DEFAULT_IPV6_PREFIX);
          return text;
        },
        NETWORK_EXPECTED);
  }

  private static Integer prefix(Given given) {
    return (int) given.value().whole(1, 128, Addresses.DEFAULT_IPV6_PREFIX);
  }

  private static @Nullable String header(Given given) {
    String text = given.value().text(HEADER_EXPECTED);
    if (text != null && !HEADER.matcher(text).matches()) {
      given.value().wrong(HEADER_EXPECTED);
      return null;
    }
    return text;
  }
}
