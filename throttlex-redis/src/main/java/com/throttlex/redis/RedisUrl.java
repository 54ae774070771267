package com.throttlex.redis;

import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The address of Redis: {@code redis://}, {@code rediss://}, {@code redis-sentinel://} or {@code
 * redis-cluster://} (with TLS {@code rediss-sentinel://}, {@code rediss-cluster://}).
 *
 * @param uris one URI, or those of some nodes of a Cluster
 * @param cluster whether it is a Cluster
 * @param timeout the timeout of an answer
 */
record RedisUrl(List<RedisURI> uris, boolean cluster, Duration timeout) {
  private static final Pattern HOST = Pattern.compile("[^:,\\s]+|\\[[0-9A-Fa-f:.]+]");
  private static final String CLUSTER = "-cluster://";

  /** Parses a URL, with the default timeout. */
  static RedisUrl parse(String url) {
    return parse(url, Redis.TIMEOUT);
  }

  /**
   * Parses a URL.
   *
   * @param otherwise the timeout unless the URL has {@code ?timeout=}
   * @throws IllegalArgumentException if it is invalid; the message does not repeat it, because it
   *     may contain a password
   */
  static RedisUrl parse(String url, Duration otherwise) {
    int end = url.indexOf(CLUSTER);
    if (end < 0) {
      RedisURI uri = uri(url);
      return new RedisUrl(List.of(uri), false, timeout(uri, url, otherwise));
    }
    String scheme = url.substring(0, end) + "://";
    String rest = url.substring(end + CLUSTER.length());
    int at = rest.lastIndexOf('@');
    int query = rest.indexOf('?');
    String user = rest.substring(0, at + 1);
    String options = query < 0 ? "" : rest.substring(query);
    List<RedisURI> uris = new ArrayList<>();
    for (String host : rest.substring(at + 1, query < 0 ? rest.length() : query).split(",", -1)) {
      uris.add(uri(scheme + user + host + options));
    }
    return new RedisUrl(uris, true, timeout(uris.get(0), url, otherwise));
  }

  private static RedisURI uri(String url) {
    RedisURI uri;
    try {
      uri = RedisURI.create(url);
    } catch (IllegalArgumentException e) {
      throw wrong(); // without the cause, which repeats the URL
    }
    String host = uri.getHost();
    boolean found = host != null && HOST.matcher(host).matches();
    if (!found && uri.getSentinels().isEmpty() && uri.getSocket() == null) {
      throw wrong();
    }
    return uri;
  }

  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException("store: a wrong URL (expected: " + Redis.URLS + ")");
  }

  private static Duration timeout(RedisURI uri, String url, Duration otherwise) {
    return url.contains("timeout=") ? uri.getTimeout() : otherwise;
  }
}
