package com.throttlex.redis;

import com.throttlex.provider.Heartbeat;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * The live nodes that share a Redis, counted by their heartbeats.
 *
 * <p>While Redis is unavailable, the last count is used.
 */
public final class RedisLiveNodes implements Heartbeat {
  /** The time without a heartbeat after which a node is no longer alive. */
  public static final Duration SILENCE = Duration.ofSeconds(5);

  private static final Script HEARTBEAT = Script.of("heartbeat.lua");
  private static final String[] KEYS = {"throttlex:nodes"};

  private final Redis redis;
  private final String name;
  private volatile int live = 1;

  /** Creates a node with a name that no other node may have. */
  public RedisLiveNodes(Redis redis, String name) {
    this.redis = redis;
    this.name = name;
  }

  @Override
  public CompletionStage<Integer> beat() {
    return redis
        .<Long>run(
            HEARTBEAT, ScriptOutputType.INTEGER, KEYS, name, String.valueOf(SILENCE.toMillis()))
        .thenApply(
            count -> {
              live = Math.max(1, count.intValue());
              return live;
            });
  }

  @Override
  public int live() {
    return live;
  }

  @Override
  public CompletionStage<Long> leave() {
    return redis.ask(to -> to.zrem(KEYS[0], name));
  }
}
