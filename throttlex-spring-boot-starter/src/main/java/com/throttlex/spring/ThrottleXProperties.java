package com.throttlex.spring;

import com.throttlex.store.FailureMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of ThrottleX in an application, except the rules, which {@link RuleSource} reads.
 *
 * @param enabled whether ThrottleX is active
 * @param mode where decisions are made
 * @param store where counters are kept: {@code memory:}, {@code redis} for the application's
 *     connection factory, {@code jdbc} for its data source, or the URL of a store; null for the
 *     first that is available
 * @param stores further stores by name, which rules name in {@code store}; the same values as
 *     {@code store}
 * @param storeTimeout how long a decision in Redis or a database may take; null for the default of
 *     the store; a URL may override it
 * @param storeRequired whether the application starts only if its store answers
 * @param expectedNodes how many applications share the store, until this one has counted them
 * @param breaker when a failing store is no longer called
 * @param rulesFile a rule file, in place of {@code throttlex.rules}
 * @param identity how users and addresses of requests are found
 * @param headers the header sets that show clients their limits
 * @param filter the filter in front of the application
 * @param service the ThrottleX service that decides in mode service
 */
@ConfigurationProperties("throttlex")
public record ThrottleXProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue("embedded") Mode mode,
    @Nullable String store,
    @DefaultValue Map<String, String> stores,
    @Nullable Duration storeTimeout,
    @DefaultValue("false") boolean storeRequired,
    @DefaultValue("1") int expectedNodes,
    @DefaultValue Breaker breaker,
    @Nullable String rulesFile,
    @DefaultValue Identity identity,
    @DefaultValue({"x-ratelimit", "ietf"}) List<String> headers,
    @DefaultValue Filter filter,
    @DefaultValue Service service) {

  /** Where decisions are made. */
  public enum Mode {
    /** In this application, by its own rules. */
    EMBEDDED,
    /** In a ThrottleX service, by its rules. */
    SERVICE
  }

  /**
   * How users and addresses of requests are found.
   *
   * @param trustedProxies the networks of trusted proxies
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
   * The figures of the circuit breaker of the store.
   *
   * @param failures the number of failed or slow answers that opens the circuit, among the last 2 ×
   *     {@code failures} answers
   * @param openFor how long the store is not called before it is tried again
   */
  public record Breaker(@DefaultValue("5") int failures, @DefaultValue("1s") Duration openFor) {}

  /**
   * The filter in front of the application.
   *
   * @param enabled whether there is a filter
   */
  public record Filter(@DefaultValue("true") boolean enabled) {}

  /**
   * The ThrottleX service that decides in mode service.
   *
   * @param address its host and port
   * @param tls whether to use TLS
   * @param caFile the certificates to trust in PEM, or null for those of the JVM
   * @param certFile the certificate of this application in PEM, or null for none
   * @param keyFile its private key in PEM, or null for none
   * @param accessToken one of the service's access tokens, or null for none
   * @param timeout how long to wait for an answer
   * @param headers the headers that the service's rules count by
   * @param onFailure what to do without an answer: decide by this application's own rules, allow or
   *     deny
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
