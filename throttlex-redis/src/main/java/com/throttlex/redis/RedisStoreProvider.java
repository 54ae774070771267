package com.throttlex.redis;

import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProvider;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens Redis and Valkey: one server, a Sentinel group or a Cluster. */
public final class RedisStoreProvider implements StoreProvider {
  @Override
  public String scheme() {
    return "redis";
  }

  @Override
  public String form() {
    return "redis://HOST:PORT";
  }

  @Override
  public String printable(String url) {
    return url.replaceFirst("(?s):.*", ":…");
  }

  @Override
  public void requireUrl(String url) {
    try {
      RedisUrl.parse(url, Redis.TIMEOUT);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(Redis.URLS, e);
    }
  }

  /** Returns host, port and database of a single server; a Cluster spreads keys itself. */
  @Override
  public Optional<String> shard(String url) {
    requireUrl(url);
    RedisUrl parsed = RedisUrl.parse(url);
    RedisURI uri = parsed.uris().get(0);
    return parsed.cluster() || uri.getHost() == null || !uri.getSentinels().isEmpty()
        ? Optional.empty()
        : Optional.of(uri.getHost() + ":" + uri.getPort() + "/" + uri.getDatabase());
  }

  @Override
  public StoreConnection open(String url, @Nullable Duration timeout) {
    return new RedisConnection(Redis.open(url, timeout == null ? Redis.TIMEOUT : timeout), url);
  }
}
