package com.throttlex.spring;

import com.throttlex.store.FailureMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of ThrottleX in an application, but for the rules, which {@link RuleSource} reads.
 *
 * @param enabled whether anything is done at all
 * @param mode who decides
 * @param store where to count: {@code memory:}, {@code redis} for the application's connection
 *     factory, {@code jdbc} for its data source, or the URL of a store; null picks what is there
 * @param storeTimeout how long a decision in Redis or a database may take; null is what each has by
 *     itself, and a URL may say otherwise
 * @param storeRequired whether the application does not start while its store is away
 * @param expectedNodes how many applications share the store, for one that has not seen the others
 * @param rulesFile a file of rules, in place of {@code throttlex.rules}
 * @param identity how to tell who sends a request
 * @param headers the sets of headers that tell clients their limits
 * @param filter the filter in front of the application
 * @param service the server that decides in mode service
 */
@ConfigurationProperties("throttlex")
public record ThrottleXProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("embedded") Mode mode,
    @Nullable String store,
    @Nullable Duration storeTimeout,
    @DefaultValue("false") boolean storeRequired,
    @DefaultValue("1") int expectedNodes,
    @Nullable String rulesFile,
    @DefaultValue Identity identity,
    @DefaultValue({"x-ratelimit", "ietf"}) List<String> headers,
    @DefaultValue Filter filter,
    @DefaultValue Service service) {

  /** Who decides. */
  public enum Mode {
    /** This application, by its own rules. */
    EMBEDDED,
    /** A ThrottleX server, by the rules it has. */
    SERVICE
  }

  /**
   * How to tell who sends a request.
   *
   * @param trustedProxies networks of the proxies whose word on a client's address is believed
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param apiKeyHeader the header that carries the API key
   * @param tierClaim the claim of a JWT that names the tier, or null
   */
  public record Identity(
      @DefaultValue List<String> trustedProxies,
      @DefaultValue("64") int ipv6Prefix,
      @DefaultValue("X-API-Key") String apiKeyHeader,
      @Nullable String tierClaim) {}

  /**
   * The filter in front of the application.
   *
   * @param enabled whether there is one
   */
  public record Filter(@DefaultValue("true") boolean enabled) {}

  /**
   * The server that decides in mode service.
   *
   * @param address its host and port
   * @param tls whether to encrypt
   * @param caFile the certificates to trust in PEM, or null for those of the JVM
   * @param certFile the certificate of this application in PEM, or null for none
   * @param keyFile its private key in PEM, or null for none
   * @param accessToken one of the server's access tokens, or null for none
   * @param timeout how long to wait for an answer
   * @param headers the headers that the server's rules count by
   * @param onFailure what to do without one: decide by this application's own rules, allow or deny
   */
  public record Service(
      @DefaultValue("localhost:8080") String address,
      @DefaultValue("false") boolean tls,
      @Nullable Path caFile,
      @Nullable Path certFile,
      @Nullable Path keyFile,
      @Nullable String accessToken,
      @DefaultValue("100ms") Duration timeout,
      @DefaultValue List<String> headers,
      @DefaultValue("local") FailureMode onFailure) {
    /** Returns the address only, because the access token is secret. */
    @Override
    public String toString() {
      return "Service[address=" + address + "]";
    }
  }
}
