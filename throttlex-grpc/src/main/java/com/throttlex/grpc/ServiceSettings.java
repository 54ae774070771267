package com.throttlex.grpc;

import com.throttlex.store.FailureMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The address of a ThrottleX service, and the fallback for when it does not answer.
 *
 * @param address host and port, such as {@code limits.internal:8080} or {@code [::1]:8080}
 * @param tls whether to use TLS; plain HTTP/2 otherwise
 * @param trust the certificates to trust in PEM, or null for those of the JVM
 * @param certificate the certificate of this client, or null for none
 * @param accessToken one of the service's {@code server.access.tokens}, or null for none
 * @param deadline how long to wait for an answer
 * @param onFailure the fallback when there is no answer
 */
public record ServiceSettings(
    String address,
    boolean tls,
    @Nullable Path trust,
    @Nullable ClientCertificate certificate,
    @Nullable String accessToken,
    Duration deadline,
    FailureMode onFailure) {
  /** The default deadline. */
  public static final Duration DEFAULT_DEADLINE = Duration.ofMillis(100);

  private static final Duration LONGEST_DEADLINE = Duration.ofMinutes(1);
  private static final Pattern ADDRESS =
      Pattern.compile("(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+]):([0-9]{1,5})");
  private static final Pattern ACCESS_TOKEN = Pattern.compile("[!-~]{16,}");

  /**
   * Checks all settings.
   *
   * @throws IllegalArgumentException with every problem, if there are any
   */
  public ServiceSettings {
    List<String> problems = new ArrayList<>();
    if (!isAddress(address)) {
      problems.add("address: \"" + address + "\" (expected: HOST:PORT)");
    }
    if (trust != null && !tls) {
      problems.add("trust: " + trust + " (expected: none without TLS)");
    }
    if (certificate != null && !tls) {
      problems.add("certificate: " + certificate.certificate() + " (expected: none without TLS)");
    }
    if (accessToken != null && !ACCESS_TOKEN.matcher(accessToken).matches()) {
      problems.add(
          "access-token: a text of "
              + accessToken.length()
              + " characters (expected: at least 16 visible ASCII characters, no blanks)");
    }
    if (deadline.toMillis() < 1 || deadline.compareTo(LONGEST_DEADLINE) > 0) {
      problems.add("deadline: " + deadline + " (expected: between 1ms and 1m)");
    }
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
  }

  private static boolean isAddress(String text) {
    Matcher matcher = ADDRESS.matcher(text);
    if (!matcher.matches()) {
      return false;
    }
    int port = Integer.parseInt(matcher.group(1));
    return port > 0 && port < 65_536;
  }

  /** Returns settings of a service without TLS; a local decider is the fallback. */
  public static ServiceSettings plaintext(String address) {
    return usual(address, false);
  }

  /**
   * Returns settings of a service with TLS and the JVM's trusted certificates; a local decider is
   * the fallback.
   */
  public static ServiceSettings tls(String address) {
    return usual(address, true);
  }

  private static ServiceSettings usual(String address, boolean tls) {
    return new ServiceSettings(address, tls, null, null, null, DEFAULT_DEADLINE, FailureMode.LOCAL);
  }

  /** Returns the same settings with the trusted certificates of a PEM file. */
  public ServiceSettings withTrust(Path trust) {
    return new ServiceSettings(address, tls, trust, certificate, accessToken, deadline, onFailure);
  }

  /** Returns the same settings with a certificate of this client, for mutual TLS. */
  public ServiceSettings withCertificate(Path certificate, Path key) {
    ClientCertificate own = new ClientCertificate(certificate, key);
    return new ServiceSettings(address, tls, trust, own, accessToken, deadline, onFailure);
  }

  /** Returns the same settings with an access token; without TLS it is sent in clear. */
  public ServiceSettings withAccessToken(String accessToken) {
    return new ServiceSettings(address, tls, trust, certificate, accessToken, deadline, onFailure);
  }

  /** Returns the same settings with another deadline. */
  public ServiceSettings withDeadline(Duration deadline) {
    return new ServiceSettings(address, tls, trust, certificate, accessToken, deadline, onFailure);
  }

  /** Returns the same settings with another fallback. */
  public ServiceSettings withOnFailure(FailureMode onFailure) {
    return new ServiceSettings(address, tls, trust, certificate, accessToken, deadline, onFailure);
  }

  /** Returns all settings except the access token. */
  @Override
  public String toString() {
    return "ServiceSettings[address="
        + address
        + ", tls="
        + tls
        + ", trust="
        + trust
        + ", certificate="
        + certificate
        + ", accessToken="
        + (accessToken == null ? "none" : "***")
        + ", deadline="
        + deadline
        + ", onFailure="
        + onFailure
        + "]";
  }
}
