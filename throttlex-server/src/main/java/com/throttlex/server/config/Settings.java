package com.throttlex.server.config;

import com.throttlex.adaptive.Signal;
import com.throttlex.http.HeaderSet;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminToken;
import com.throttlex.server.recording.RecordSettings;
import com.throttlex.shared.BreakerSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the service, each value checked.
 *
 * @param server the addresses and ports of the service
 * @param proxy the routes of the proxy
 * @param dataDir the folder for files of the service
 * @param store the store of counters
 * @param database the JDBC URL of the database for rules, users and the audit trail
 * @param rules the rule file, or null when there is none
 * @param admin the access to the admin plane
 * @param identity how users and addresses of requests are found
 * @param headers the header sets of answers
 * @param tracing the collector of traces
 * @param maxKeys the largest number of keys in the memory store
 * @param log the format of the log
 * @param prometheus the server of health signals, or null if none is configured
 * @param recording what is recorded for replay, or null for nothing
 */
public record Settings(
    Server server,
    ProxySettings proxy,
    Path dataDir,
    Store store,
    String database,
    @Nullable Path rules,
    Admin admin,
    Identity identity,
    List<HeaderSet> headers,
    Tracing tracing,
    int maxKeys,
    Log log,
    @Nullable Prometheus prometheus,
    @Nullable RecordSettings recording) {
  /** The port of a door that stays closed. */
  public static final int OFF = -1;

  /** Copies the lists. */
  public Settings {
    headers = List.copyOf(headers);
  }

  /** Returns the settings without the URLs of store and database, which may contain a password. */
  @Override
  public String toString() {
    return "Settings[server=%s, dataDir=%s, rules=%s, admin=%s, identity=%s, tracing=%s]"
        .formatted(server, dataDir, rules, admin, identity, tracing);
  }

  /**
   * The store of counters.
   *
   * @param urls the URL of the store, or those of several
   * @param further the URLs of further stores, by name
   * @param timeout how long a decision in a store may take, or null for the default of the store
   * @param required whether a node needs the store to start
   * @param expectedNodes the number of nodes that share the store, until this node has counted them
   * @param breaker the figures of the circuit breakers
   */
  public record Store(
      List<String> urls,
      Map<String, List<String>> further,
      @Nullable Duration timeout,
      boolean required,
      int expectedNodes,
      BreakerSettings breaker) {
    /** Copies the list and the map. */
    public Store {
      urls = List.copyOf(urls);
      further = Collections.unmodifiableMap(new LinkedHashMap<>(further));
    }

    /** Returns the settings without the URLs, which may contain a password. */
    @Override
    public String toString() {
      return "Store[timeout=%s, required=%s, expectedNodes=%d]"
          .formatted(timeout, required, expectedNodes);
    }
  }

  /**
   * The addresses and ports of the service. A port of 0 is any free one, {@link #OFF} none.
   *
   * @param host the name or address to bind
   * @param port the port of the data plane
   * @param adminPort the port of the admin plane
   * @param respPort the port of the Redis protocol
   * @param tls the certificate of the service, or null for connections without TLS
   * @param accessTokens the access tokens of the data plane; empty if every client may use it
   * @param maxRate the most checks a second that this node takes at all doors; 0 for no limit
   * @param envoyQuotas whether Envoys get quota assignments
   */
  public record Server(
      String host,
      int port,
      int adminPort,
      int respPort,
      @Nullable Tls tls,
      List<AccessToken> accessTokens,
      long maxRate,
      boolean envoyQuotas) {
    /** The most checks a second, unless the configuration says another number. */
    public static final long DEFAULT_MAX_RATE = 100_000;

    /** Copies the list. */
    public Server {
      accessTokens = List.copyOf(accessTokens);
    }
  }

  /**
   * The TLS files, all in PEM.
   *
   * @param certFile the certificate chain of the service
   * @param keyFile its private key
   * @param clientCaFile the authorities that sign the certificates of data plane clients, or null
   *     if clients need no certificate
   */
  public record Tls(Path certFile, Path keyFile, @Nullable Path clientCaFile) {}

  /**
   * The access to the admin plane.
   *
   * @param tokens the admin tokens
   * @param allow the networks that may use the admin port; empty for all
   */
  public record Admin(List<AdminToken> tokens, List<String> allow) {
    /** Copies the lists. */
    public Admin {
      tokens = List.copyOf(tokens);
      allow = List.copyOf(allow);
    }
  }

  /**
   * How users and addresses of requests are found.
   *
   * @param trustedProxies the networks of trusted proxies
   * @param ipv6Prefix the bits of an IPv6 address that distinguish clients
   * @param apiKeyHeader the header that carries the API key
   * @param jwt the settings of bearer tokens, or null if they are not read
   */
  public record Identity(
      List<String> trustedProxies, int ipv6Prefix, String apiKeyHeader, @Nullable Jwt jwt) {
    /** Copies the list. */
    public Identity {
      trustedProxies = List.copyOf(trustedProxies);
    }
  }

  /**
   * The settings of bearer tokens. Each value is checked by itself, not whether they fit together.
   *
   * @param algorithms the accepted signature algorithms; none for the defaults
   * @param secret the shared secret, or null
   * @param publicKeyFile a file with public keys, or null
   * @param jwksUrl the URL of the issuer's keys, or null
   * @param issuer the issuer that a token must name, or null for any
   * @param audience the audience that a token must name, or null for any
   * @param tierClaim the claim with the user's tier, or null for none
   * @param roleClaim the claim with the admin role, or null if no token gives one
   * @param required whether a request without a valid token is rejected
   */
  public record Jwt(
      List<String> algorithms,
      @Nullable String secret,
      @Nullable Path publicKeyFile,
      @Nullable URI jwksUrl,
      @Nullable String issuer,
      @Nullable String audience,
      @Nullable String tierClaim,
      @Nullable String roleClaim,
      boolean required) {
    /** Copies the list. */
    public Jwt {
      algorithms = List.copyOf(algorithms);
    }

    /** Returns the settings without the secret, and without the URL, which may contain one. */
    @Override
    public String toString() {
      return "Jwt[algorithms=" + algorithms + ", issuer=" + issuer + ", audience=" + audience + "]";
    }
  }

  /**
   * The collector of traces.
   *
   * @param endpoint the URL of an OTLP collector, or null if tracing is off
   */
  public record Tracing(@Nullable URI endpoint) {
    /** Returns the settings without the URL, which may contain a secret. */
    @Override
    public String toString() {
      return endpoint == null ? "Tracing[off]" : "Tracing[on]";
    }
  }

  /**
   * The settings of the log.
   *
   * @param format text or JSON
   * @param denials the most denials a second that are logged; 0 for none
   */
  public record Log(LogFormat format, int denials) {}

  /**
   * The server that health signals are read from.
   *
   * @param url its address
   * @param interval the time between two polls
   * @param timeout the longest time of a poll
   * @param token the bearer token, or null
   * @param queries the query of each signal, by service
   */
  public record Prometheus(
      URI url,
      Duration interval,
      Duration timeout,
      @Nullable String token,
      Map<String, Map<Signal, String>> queries) {
    /** Copies the map. */
    public Prometheus {
      queries = Map.copyOf(queries);
    }

    /** Returns the settings without the token. */
    @Override
    public String toString() {
      return "Prometheus[url=%s, queries=%s]".formatted(url, queries);
    }
  }
}
