package com.throttlex.spring.store;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslVerifyMode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.DirectFieldAccessor;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Builds the URL of the servers that a connection factory connects to.
 *
 * <p>The factory's own connections are not used: they queue commands while Redis is unavailable and
 * wait a minute for an answer. A limiter must know within milliseconds.
 */
final class LettuceUrl {
  private static final String CONFIGURATION = "configuration";

  private final LettuceConnectionFactory factory;
  private final LettuceClientConfiguration client;
  private final boolean systemTls;

  private LettuceUrl(LettuceConnectionFactory factory, boolean systemTls) {
    this.factory = factory;
    this.client = factory.getClientConfiguration();
    this.systemTls = systemTls;
  }

  /**
   * Returns the URL, with credentials.
   *
   * @param systemTls whether TLS options, which cannot be read, only say that the certificates of
   *     the system are trusted
   * @throws com.throttlex.spring.InvalidThrottleXException when a URL cannot express the settings
   */
  static String of(LettuceConnectionFactory factory, boolean systemTls) {
    return new LettuceUrl(factory, systemTls).url();
  }

  private String url() {
    refuse(client.isStartTls(), "StartTLS");
    refuse(client.getRedisCredentialsProviderFactory().isPresent(), "a provider of credentials");
    refuse(
        client.isUseSsl() && hasOptions() && !systemTls, "an SSL bundle or other options of TLS");
    Object to = configuration();
    if (to instanceof RedisSentinelConfiguration sentinel) {
      return url(sentinel);
    } else if (to instanceof RedisClusterConfiguration cluster) {
      return url(cluster);
    } else if (to instanceof RedisStandaloneConfiguration one) {
      return url(one);
    }
    throw refused(to == null ? "unknown settings" : "a " + to.getClass().getSimpleName());
  }

  /**
   * Returns the factory's configuration. Its methods do not show it: for a fixed master with
   * replicas, and for one server given as any {@code RedisConfiguration}, they show a server on
   * this host.
   */
  private @Nullable Object configuration() {
    DirectFieldAccessor fields = new DirectFieldAccessor(factory);
    return fields.isReadableProperty(CONFIGURATION) ? fields.getPropertyValue(CONFIGURATION) : null;
  }

  private static void refuse(boolean found, String what) {
    if (found) {
      throw refused(what);
    }
  }

  private static RuntimeException refused(String what) {
    return StoreChoice.wrong(
        "the application's Redis with " + what, "a URL, because these settings cannot be copied");
  }

  private boolean hasOptions() {
    return client
        .getClientOptions()
        .map(ClientOptions::getSslOptions)
        .filter(options -> options != ClientOptions.DEFAULT_SSL_OPTIONS)
        .isPresent();
  }

  private String url(RedisStandaloneConfiguration to) {
    return scheme("")
        + user(to.getUsername(), to.getPassword())
        + host(to.getHostName(), to.getPort())
        + "/"
        + to.getDatabase()
        + options();
  }

  private String url(RedisSentinelConfiguration to) {
    refuse(to.getSentinelPassword().isPresent(), "a password of the sentinels");
    return scheme("-sentinel")
        + user(to.getUsername(), to.getPassword())
        + hosts(to.getSentinels())
        + "/"
        + to.getDatabase()
        + options()
        + "#"
        + encoded(String.valueOf(to.getRequiredMaster().getName()));
  }

  private String url(RedisClusterConfiguration to) {
    return scheme("-cluster")
        + user(to.getUsername(), to.getPassword())
        + hosts(to.getClusterNodes())
        + options();
  }

  private String scheme(String kind) {
    return (client.isUseSsl() ? "rediss" : "redis") + kind + "://";
  }

  private static String user(@Nullable String name, RedisPassword password) {
    return password
        .map(String::new)
        .map(text -> encoded(name == null ? "" : name) + ":" + encoded(text) + "@")
        .orElse("");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static String hosts(Collection<RedisNode> nodes) {
    return nodes.stream()
        .map(node -> host(String.valueOf(node.getHost()), node.getRequiredPort()))
        .collect(Collectors.joining(","));
  }

  private static String host(String name, int port) {
    return (name.indexOf(':') < 0 ? name : "[" + name + "]") + ":" + port;
  }

  private String options() {
    return client.getVerifyMode() == SslVerifyMode.FULL
        ? ""
        : "?verifyPeer=" + client.getVerifyMode();
  }
}
