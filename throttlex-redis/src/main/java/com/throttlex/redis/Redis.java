package com.throttlex.redis;

import com.throttlex.store.StoreUnavailableException;
import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis or Valkey: one server, a Sentinel group or a Cluster.
 *
 * <p>Opening it does not wait: while there is no connection, one is tried for again and again, and
 * what is asked meanwhile fails at once with {@link StoreUnavailableException}. Nothing is ever
 * sent twice.
 */
public final class Redis implements AutoCloseable {
  /** The forms of URLs that lead to Redis. */
  public static final String URLS =
      "redis://host:6379, rediss://host:6379, redis-sentinel://h1:p1,h2:p2/0#master"
          + " or redis-cluster://h1:p1,h2:p2";

  private static final Duration RETRY = Duration.ofMillis(250);

  private final RedisUrl url;
  private final ClientResources resources;
  private final AbstractRedisClient client;
  private volatile @Nullable RedisClusterAsyncCommands<String, String> commands;
  private volatile boolean closed;

  private Redis(RedisUrl url) {
    this.url = url;
    resources = Lettuce.resources();
    client = url.cluster() ? Lettuce.clusterClient(resources, url) : Lettuce.client(resources, url);
  }

  /**
   * Begins to connect.
   *
   * @param url {@code redis://}, {@code rediss://}, {@code redis-sentinel://} or {@code
   *     redis-cluster://}
   * @throws IllegalArgumentException when the URL is wrong
   */
  public static Redis open(String url) {
    Redis redis = new Redis(RedisUrl.parse(url));
    redis.connect(redis::connection, found -> redis.commands = found);
    return redis;
  }

  /**
   * Makes sure that a URL can be opened.
   *
   * @throws IllegalArgumentException when it cannot; the message does not repeat it
   */
  public static void requireUrl(String url) {
    RedisUrl.parse(url);
  }

  private <T> void connect(Supplier<CompletionStage<T>> attempt, Consumer<T> use) {
    CompletionStage<T> connecting;
    try {
      connecting = attempt.get();
    } catch (RuntimeException e) {
      connecting = CompletableFuture.failedFuture(e);
    }
    var unused =
        connecting.whenComplete(
            (found, failure) -> {
              if (failure == null) {
                use.accept(found);
              } else if (!closed) {
                retry(attempt, use);
              }
            });
  }

  private <T> void retry(Supplier<CompletionStage<T>> attempt, Consumer<T> use) {
    var unused =
        resources
            .eventExecutorGroup()
            .schedule(() -> connect(attempt, use), RETRY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private CompletionStage<RedisClusterAsyncCommands<String, String>> connection() {
    if (client instanceof RedisClusterClient cluster) {
      return cluster
          .refreshPartitionsAsync()
          .thenCompose(known -> cluster.connectAsync(StringCodec.UTF8))
          .thenApply(StatefulRedisClusterConnection::async);
    }
    return ((RedisClient) client)
        .connectAsync(StringCodec.UTF8, url.uris().get(0))
        .thenApply(StatefulRedisConnection::async);
  }

  /** Whether keys have to share a slot to be used together. */
  boolean isCluster() {
    return url.cluster();
  }

  /** How long at most to wait for an answer. */
  public Duration timeout() {
    return url.timeout();
  }

  /** Asks Redis; fails with {@link StoreUnavailableException} when it cannot answer. */
  <T extends @Nullable Object> CompletionStage<T> ask(
      Function<RedisClusterAsyncCommands<String, String>, CompletionStage<T>> question) {
    RedisClusterAsyncCommands<String, String> connected = commands;
    if (connected == null) {
      return CompletableFuture.failedFuture(
          new StoreUnavailableException("redis: no connection yet"));
    }
    try {
      return question.apply(connected).exceptionallyCompose(e -> failed(e));
    } catch (RuntimeException e) {
      return failed(e);
    }
  }

  private static <T extends @Nullable Object> CompletionStage<T> failed(Throwable failure) {
    return CompletableFuture.failedFuture(Failures.of(failure));
  }

  /** Runs a script; Redis is sent its text only when it does not know it. */
  <T extends @Nullable Object> CompletionStage<T> run(
      Script script, ScriptOutputType type, String[] keys, String... arguments) {
    return ask(
        to ->
            to.<T>evalsha(script.sha1(), type, keys, arguments)
                .exceptionallyCompose(
                    e ->
                        isNoScript(e)
                            ? to.eval(script.text(), type, keys, arguments)
                            : CompletableFuture.failedFuture(e)));
  }

  private static boolean isNoScript(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RedisNoScriptException;
  }

  /**
   * Listens to a channel, also after the connection was lost and found again.
   *
   * @param heard takes every message, on a thread that must not be held up
   * @param connected is run each time listening begins: what was said before was not heard
   */
  public void listen(String channel, Consumer<String> heard, Runnable connected) {
    connect(
        this::pubSub,
        listening -> {
          listening.addListener(
              new RedisPubSubAdapter<>() {
                @Override
                public void message(String on, String message) {
                  heard.accept(message);
                }

                @Override
                public void subscribed(String to, long count) {
                  connected.run();
                }
              });
          var unused = listening.async().subscribe(channel);
        });
  }

  private CompletionStage<StatefulRedisPubSubConnection<String, String>> pubSub() {
    if (client instanceof RedisClusterClient cluster) {
      return cluster
          .refreshPartitionsAsync()
          .thenCompose(known -> cluster.connectPubSubAsync(StringCodec.UTF8))
          .thenApply(connection -> connection);
    }
    return ((RedisClient) client).connectPubSubAsync(StringCodec.UTF8, url.uris().get(0));
  }

  /** Ends all connections. */
  @Override
  public void close() {
    closed = true;
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    var unused = resources.shutdown(0, 2, TimeUnit.SECONDS);
  }
}
