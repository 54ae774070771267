package com.throttlex.server.backend;

import com.throttlex.redis.LiveNodes;
import com.throttlex.redis.Redis;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's heartbeat in Redis, and what it tells about Redis. */
final class Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  private final Redis redis;
  private final LiveNodes nodes;
  private final AtomicBoolean looked = new AtomicBoolean();
  private volatile @Nullable String trouble;

  Pulse(Redis redis) {
    this.redis = redis;
    nodes = new LiveNodes(redis, UUID.randomUUID().toString());
  }

  /** Tells the other nodes of this one; says whether Redis has answered. */
  CompletionStage<Boolean> beat() {
    return nodes
        .beat()
        .handle(
            (live, failure) -> {
              trouble = failure == null ? null : message(failure);
              if (failure == null) {
                lookAround();
              }
              return failure == null;
            });
  }

  private static String message(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return String.valueOf(cause == null ? failure : cause.getMessage());
  }

  /** Says once what is wrong with the way Redis is set up. */
  private void lookAround() {
    if (!looked.getAndSet(true)) {
      var unused =
          redis
              .warnings()
              .whenComplete(
                  (warnings, failure) -> {
                    if (failure != null) {
                      looked.set(false);
                    } else {
                      warnings.forEach(warning -> LOG.warn("store: {}", warning));
                    }
                  });
    }
  }

  /** Why Redis did not answer when it was last asked, or null when it did. */
  @Nullable String trouble() {
    return trouble;
  }

  /** How many nodes were alive when Redis was last asked, this one included. */
  int live() {
    return nodes.live();
  }

  /** Says farewell to the others, if Redis can be reached. */
  void leave() {
    try {
      nodes.leave().toCompletableFuture().join();
    } catch (CompletionException e) {
      LOG.debug("store: no farewell to Redis", e);
    }
  }
}
