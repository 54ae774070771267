package com.throttlex.spring.store;

import com.throttlex.provider.StoreConnection;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisStoreProvider;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The Redis of the application, through a connection of its own.
 *
 * @param factory returns the connection factory of the application, or null if there is none
 * @param systemTls whether the options of TLS only say that certificates of the system are trusted
 */
record ApplicationRedis(Supplier<@Nullable LettuceConnectionFactory> factory, boolean systemTls)
    implements ApplicationStore {
  @Override
  public String scheme() {
    return "redis";
  }

  @Override
  public Optional<StoreConnection> open(@Nullable Duration timeout) {
    return url().map(url -> open(url, timeout));
  }

  /** Returns the URL with credentials; empty if the application has no Redis, or several. */
  Optional<String> url() {
    return Optional.ofNullable(factory.get()).map(found -> LettuceUrl.of(found, systemTls));
  }

  private static StoreConnection open(String url, @Nullable Duration timeout) {
    try {
      return new RedisStoreProvider().open(url, timeout);
    } catch (IllegalArgumentException e) {
      throw StoreChoice.wrong("the hosts of the application's Redis", Redis.URLS);
    }
  }
}
