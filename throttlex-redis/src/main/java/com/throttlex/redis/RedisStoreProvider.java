package com.throttlex.redis;

import com.throttlex.provider.StoreConnection;
import com.throttlex.provider.StoreProvider;
import java.time.Duration;
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

  @Override
  public StoreConnection open(String url, @Nullable Duration timeout) {
    return new RedisConnection(Redis.open(url, timeout == null ? Redis.TIMEOUT : timeout), url);
  }
}
