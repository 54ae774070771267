package com.throttlex.server.admin;

import com.throttlex.replay.log.FieldMapping;
import com.throttlex.replay.log.LogField;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.request.Addresses;
import java.util.List;
import java.util.Locale;

/**
 * How the service finds its clients, for the replay of a log.
 *
 * @param ipv6Prefix the bits of an IPv6 address that distinguish clients
 * @param apiKeyHeader the header that carries the API key
 */
public record ReplayIdentity(int ipv6Prefix, String apiKeyHeader) {
  private static final String USUAL_HEADER = "X-API-Key";

  /** The defaults of the service. */
  static final ReplayIdentity DEFAULT =
      new ReplayIdentity(Addresses.DEFAULT_IPV6_PREFIX, USUAL_HEADER);

  /** Returns options that find the API key in its header, as other programs log it. */
  LogOptions in(LogOptions log) {
    return new LogOptions(
        log.format(), mappings(), log.outOfOrder(), log.from(), log.to(), log.headers());
  }

  private List<FieldMapping> mappings() {
    if (apiKeyHeader.equalsIgnoreCase(USUAL_HEADER)) {
      return List.of();
    }
    String nginx = "http_" + apiKeyHeader.toLowerCase(Locale.ROOT).replace('-', '_');
    return List.of(
        mapping(nginx),
        mapping("request.headers." + apiKeyHeader),
        mapping("headers." + apiKeyHeader),
        mapping("request_" + apiKeyHeader));
  }

  private static FieldMapping mapping(String source) {
    return new FieldMapping(LogField.API_KEY, null, source);
  }

  /** Returns notes about the differences between a replay of a log and the service. */
  List<String> notes() {
    return ipv6Prefix == Addresses.DEFAULT_IPV6_PREFIX
        ? List.of()
        : List.of(
            "identity.ipv6-prefix: "
                + ipv6Prefix
                + " is not modelled: IPv6 addresses count by their first "
                + Addresses.DEFAULT_IPV6_PREFIX
                + " bits");
  }
}
