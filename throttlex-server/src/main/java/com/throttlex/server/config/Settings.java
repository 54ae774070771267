package com.throttlex.server.config;

import com.throttlex.http.HeaderSet;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.server.identity.AdminToken;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of the service, each value checked.
 *
 * @param server where the service listens
 * @param dataDir the folder for what the service keeps
 * @param store where counters are
 * @param database the JDBC URL of the database for rules, users and the audit trail
 * @param rules the rule file, or null when there is none
 * @param admin the access to the admin plane
 * @param identity how the service finds out who asks
 * @param headers which families of headers answers carry
 * @param tracing where traces go
 * @param maxKeys how many keys the memory store keeps
 * @param log how the log is written
 */
public record Settings(
    Server server,
    Path dataDir,
    Store store,
    String database,
    @Nullable Path rules,
    Admin admin,
    Identity identity,
    List<HeaderSet> headers,
    Tracing tracing,
    int maxKeys,
    Log log) {
  /** The port of a door that stays closed. */
  public static final int OFF = -1;

  /** Copies the lists. */
  public Settings {
    headers = List.copyOf(headers);
  }

  /** These settings with that rule file. */
  public Settings withRules(Path file) {
    return new Settings(
        server, dataDir, store, database, file, admin, identity, headers, tracing, maxKeys, log);
  }

  /** Without the URLs of store and database, which may contain a password. */
  @Override
  public String toString() {
    return "Settings[server=%s, dataDir=%s, rules=%s, admin=%s, identity=%s, tracing=%s]"
        .formatted(server, dataDir, rules, admin, identity, tracing);
  }

  /**
   * Where counters are.
   *
   * @param urls the URL of the store, or those of several databases
   * @param timeout how long a decision in a store may take, or null for the default of the store
   * @param required whether a node needs the store to start
   * @param expectedNodes how many nodes share the store, for a node that has not counted them yet
   */
  public record Store(
      List<String> urls, @Nullable Duration timeout, boolean required, int expectedNodes) {
    /** Copies the list. */
    public Store {
      urls = List.copyOf(urls);
    }

    /** Without the URLs, which may contain a password. */
    @Override
    public String toString() {
      return "Store[timeout=%s, required=%s, expectedNodes=%d]"
          .formatted(timeout, required, expectedNodes);
    }
  }

  /**
   * Where the service listens. A port of 0 is any free one, {@link #OFF} none.
   *
   * @param host the name or address to bind
   * @param port the port of the data plane
   * @param adminPort the port of the admin plane
   * @param respPort the port of the Redis protocol
   * @param tls the certificate of the service, or null when it talks in clear
   * @param accessTokens the access tokens of the data plane; empty if every client may use it
   */
  public record Server(
      String host,
      int port,
      int adminPort,
      int respPort,
      @Nullable Tls tls,
      List<AccessToken> accessTokens) {
    /** Copies the list. */
    public Server {
      accessTokens = List.copyOf(accessTokens);
    }
  }

  /**
   * The encryption of connections; all files are in PEM.
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
   * How the service finds out who asks.
   *
   * @param trustedProxies the networks whose word on a client's address is believed
   * @param ipv6Prefix the bits of an IPv6 address that tell one client from another
   * @param apiKeyHeader the header that carries the API key
   * @param jwt how bearer tokens are read, or null when they are not
   */
  public record Identity(
      List<String> trustedProxies, int ipv6Prefix, String apiKeyHeader, @Nullable Jwt jwt) {
    /** Copies the list. */
    public Identity {
      trustedProxies = List.copyOf(trustedProxies);
    }
  }

  /**
   * How bearer tokens are read. Each value is checked by itself, not whether they go together.
   *
   * @param algorithms the names of the signatures that are accepted; none for the usual ones
   * @param secret the shared secret, or null
   * @param publicKeyFile a file with public keys, or null
   * @param jwksUrl where the issuer publishes its keys, or null
   * @param issuer the issuer that a token must name, or null for any
   * @param audience the audience that a token must name, or null for any
   * @param tierClaim the claim that holds the user's tier, or null for none
   * @param roleClaim the claim that makes its holder an admin, or null when no token does
   * @param required whether a request without a valid token is refused
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

    /** Leaves out the secret, and the URL, which may contain one. */
    @Override
    public String toString() {
      return "Jwt[algorithms=" + algorithms + ", issuer=" + issuer + ", audience=" + audience + "]";
    }
  }

  /**
   * Where traces go.
   *
   * @param endpoint the URL of an OTLP collector, or null when nothing is traced
   */
  public record Tracing(@Nullable URI endpoint) {
    /** Leaves out the URL, which may contain a secret. */
    @Override
    public String toString() {
      return endpoint == null ? "Tracing[off]" : "Tracing[on]";
    }
  }

  /** How the log is written. */
  public record Log(LogFormat format) {}
}
