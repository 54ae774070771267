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
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A connection to Redis or Valkey: one server, a Sentinel group or a Cluster.
 *
 * <p>Opening it does not wait. Without a connection it keeps trying to connect, and commands fail
 * at once with {@link StoreUnavailableException}. No command runs twice. A command is retried only
 * if a Cluster did not run it because a hash slot is moving or its node is not yet connected, and
 * only until the timeout.
 */
public final class Redis implements AutoCloseable {
  /** The supported URLs of Redis. */
  public static final String URLS =
      "redis://host:6379, rediss://host:6379, redis-sentinel://h1:p1,h2:p2/0#master"
          + " or redis-cluster://h1:p1,h2:p2";

  /** The default timeout of an answer. */
  public static final Duration TIMEOUT = Duration.ofMillis(50);

  private static final Duration RETRY = Duration.ofMillis(250);
  private static final Executor SOON = CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS);

  private final RedisUrl url;
  private final ReadFence fence = new ReadFence();
  private final LostConnection lost = new LostConnection();
  private final ClientResources resources;
  private final AbstractRedisClient client;
  private volatile @Nullable RedisClusterAsyncCommands<String, String> commands;
  private volatile StoreUnavailableException missing =
      new StoreUnavailableException("redis: no connection yet");
  private volatile boolean closed;

  private Redis(RedisUrl url) {
    this.url = url;
    resources = Lettuce.resources(url, fence);
    client = url.cluster() ? Lettuce.clusterClient(resources, url) : Lettuce.client(resources, url);
  }

  /**
   * Starts to connect.
   *
   * @param url {@code redis://}, {@code rediss://}, {@code redis-sentinel://} or {@code
   *     redis-cluster://}
   * @throws IllegalArgumentException if the URL is invalid
   */
  public static Redis open(String url) {
    return open(url, TIMEOUT);
  }

  /** Starts to connect, with another timeout unless the URL has {@code ?timeout=}. */
  public static Redis open(String url, Duration timeout) {
    Redis redis = new Redis(RedisUrl.parse(url, timeout));
    redis.lost.watch(redis.resources.eventBus());
    redis.connect(redis::connection, found -> redis.commands = found);
    return redis;
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
                missing = RedisFailures.ofConnecting(failure);
                later(() -> connect(attempt, use));
              }
            });
  }

  private void later(Runnable attempt) {
    Runnable unlessClosed =
        () -> {
          if (!closed) {
            attempt.run();
          }
        };
    var unused =
        resources
            .eventExecutorGroup()
            .schedule(unlessClosed, RETRY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private CompletionStage<RedisClusterAsyncCommands<String, String>> connection() {
    if (client instanceof RedisClusterClient cluster) {
      return cluster
          .refreshPartitionsAsync()
          .thenCompose(known -> cluster.connectAsync(StringCodec.UTF8))
          .thenCompose(connection -> reachAll(cluster, connection));
    }
    return ((RedisClient) client)
        .connectAsync(StringCodec.UTF8, url.uris().get(0))
        .thenApply(StatefulRedisConnection::async);
  }

  /** Connects to every node now, because a command to a node without a connection fails. */
  private static CompletionStage<RedisClusterAsyncCommands<String, String>> reachAll(
      RedisClusterClient cluster, StatefulRedisClusterConnection<String, String> connection) {
    CompletableFuture<?>[] reaching =
        cluster.getPartitions().stream()
            .filter(node -> !node.getSlots().isEmpty())
            .map(node -> connection.getConnectionAsync(host(node), node.getUri().getPort()))
            .toArray(CompletableFuture[]::new);
    return CompletableFuture.allOf(reaching).handle((unused, failure) -> connection.async());
  }

  /** Returns the last known nodes and hash slots of a Cluster; null if no node was reached. */
  @Nullable Partitions partitions() {
    return commands != null && client instanceof RedisClusterClient cluster
        ? cluster.getPartitions()
        : null;
  }

  private static String host(RedisClusterNode node) {
    return node.getUri().getHost();
  }

  /** Returns whether keys must be in one hash slot to be used together. */
  boolean isCluster() {
    return url.cluster();
  }

  /** Returns the timeout of an answer. */
  public Duration timeout() {
    return url.timeout();
  }

  /** Runs a task after everything was read that Redis had sent before. */
  void afterReading(Runnable work) {
    fence.afterReading(work);
  }

  /** Sends a command; fails with {@link StoreUnavailableException} if Redis is unavailable. */
  <T extends @Nullable Object> CompletionStage<T> ask(
      Function<RedisClusterAsyncCommands<String, String>, CompletionStage<T>> question) {
    return ask(question, System.nanoTime() + timeout().toNanos());
  }

  private <T extends @Nullable Object> CompletionStage<T> ask(
      Function<RedisClusterAsyncCommands<String, String>, CompletionStage<T>> question,
      long until) {
    RedisClusterAsyncCommands<String, String> connected = commands;
    if (connected == null) {
      return CompletableFuture.failedFuture(missing);
    }
    CompletionStage<T> answer;
    try {
      answer = question.apply(connected);
    } catch (RuntimeException e) {
      answer = CompletableFuture.failedFuture(e);
    }
    return answer.exceptionallyCompose(
        e ->
            isCluster() && RedisFailures.isPassing(e) && System.nanoTime() < until
                ? CompletableFuture.supplyAsync(() -> true, SOON)
                    .thenCompose(unused -> ask(question, until))
                : CompletableFuture.failedFuture(lost.failure(e)));
  }

  /** Runs a script; sends its text only if Redis does not know it. */
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
   * Listens to a channel, also after the connection was lost and restored.
   *
   * @param heard receives every message, on a thread that must not be blocked
   * @param connected runs each time listening begins, because earlier messages are lost
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
          subscribe(listening, channel);
        });
  }

  /** Subscribes. On a new connection Lettuce subscribes again only to channels once confirmed. */
  private void subscribe(StatefulRedisPubSubConnection<String, String> to, String channel) {
    var unused =
        to.async()
            .subscribe(channel)
            .whenComplete(
                (done, failure) -> {
                  if (failure != null && !closed) {
                    later(() -> subscribe(to, channel));
                  }
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

  /**
   * Returns warnings about settings of the server that make limits unsafe; empty if there are none.
   *
   * <p>A server that evicts keys when its memory is full loses counters, so it admits too many
   * requests. In a Cluster one node is checked.
   */
  public CompletionStage<List<String>> warnings() {
    return ask(to -> to.info("memory").handle(EvictionPolicy::warnings));
  }

  /** Closes all connections. */
  @Override
  public void close() {
    closed = true;
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    var unused = resources.shutdown(0, 2, TimeUnit.SECONDS);
  }
}
