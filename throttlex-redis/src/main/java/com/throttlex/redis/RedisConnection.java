package com.throttlex.redis;

import com.throttlex.provider.RuleCache;
import com.throttlex.provider.StoreConnection;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequests;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The counters, notes, rules, queues and heartbeats that nodes share in Redis, on one connection.
 */
record RedisConnection(
    Redis redis, String address, RedisLiveNodes heartbeat, Supplier<Redis> another)
    implements StoreConnection {
  private static final String NAME = "Redis";

  /** The timeout of operations with whole bodies, unless the URL sets one. */
  private static final Duration BODY_TIMEOUT = Duration.ofSeconds(5);

  /** A URL whose hosts cannot be part of a password. */
  private static final Pattern PLAIN =
      Pattern.compile("[a-z+-]+://(?:[^/?#@]*@)?(?<hosts>[^/?#@]+)[^@]*");

  RedisConnection(Redis redis, String url) {
    this(
        redis,
        address(url),
        new RedisLiveNodes(redis, UUID.randomUUID().toString()),
        () -> Redis.open(url, BODY_TIMEOUT));
  }

  /** Returns the hosts; only the name of the product if they may be part of a password. */
  static String address(String url) {
    Matcher plain = PLAIN.matcher(url);
    return plain.matches() ? NAME + " at " + plain.group("hosts") : NAME;
  }

  @Override
  public String kind() {
    return "redis";
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration timeout() {
    return redis.timeout();
  }

  @Override
  public BatchStore counters() {
    return RedisStore.on(redis);
  }

  @Override
  public Notes notes() {
    return new RedisNotes(redis);
  }

  @Override
  public Optional<OverflowQueue> queue() {
    return Optional.of(new RedisQueue(redis, QueueLimits.DEFAULT));
  }

  /** Returns stored requests on a connection of their own: a large body delays no decision. */
  @Override
  public Optional<StoredRequests> storedRequests() {
    return Optional.of(RedisStoredRequests.on(another.get(), StoredLimits.DEFAULT));
  }

  @Override
  public Optional<RuleCache> ruleCache() {
    return Optional.of(new RedisRuleCache(redis));
  }

  @Override
  public CompletionStage<List<String>> warnings() {
    return redis.warnings();
  }

  @Override
  public void close() {
    redis.close();
  }
}
