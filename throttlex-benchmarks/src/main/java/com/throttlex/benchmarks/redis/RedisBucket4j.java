package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Workload;
import io.github.bucket4j.distributed.AsyncBucketProxy;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.RemoteAsyncBucketBuilder;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.redis.lettuce.Bucket4jLettuce;
import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Bucket4j's module for Lettuce, called asynchronously; bucket objects are reused, which saves it
 * work.
 *
 * <p>It reads the bucket, computes, and writes it back if it has not changed in between.
 */
final class RedisBucket4j implements Contender {
  private final RedisClient client;
  private final AsyncBucketProxy[] buckets;

  private interface Option {
    RemoteAsyncBucketBuilder<String> on(RemoteAsyncBucketBuilder<String> builder);
  }

  private RedisBucket4j(String url, Workload workload, String prefix, Option option) {
    client = RedisClient.create(url);
    RemoteAsyncBucketBuilder<String> builder =
        Bucket4jLettuce.casBasedBuilder(
                client.connect(RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE)))
            .expirationAfterWrite(
                ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(
                    Duration.ofMinutes(1)))
            .build()
            .asAsync()
            .builder();
    var configuration = CompletableFuture.completedFuture(workload.bucket());
    buckets = new AsyncBucketProxy[workload.keys()];
    for (int i = 0; i < buckets.length; i++) {
      buckets[i] = option.on(builder).build(prefix + i, () -> configuration);
    }
  }

  /** Creates it with its defaults. */
  static RedisBucket4j plain(String url, Workload workload) {
    return new RedisBucket4j(url, workload, "bucket4j:", builder -> builder);
  }

  /** Creates it with the option that batches concurrent requests to one bucket. */
  static RedisBucket4j batching(String url, Workload workload) {
    return new RedisBucket4j(
        url, workload, "batching:", builder -> builder.withOptimization(Optimizations.batching()));
  }

  @Override
  public Question question() {
    return new Question() {
      @Override
      public CompletionStage<?> ask(int key) {
        return buckets[key].tryConsume(1);
      }

      @Override
      public Verdict verdict(@Nullable Object answer) {
        return Verdict.of(Boolean.TRUE.equals(answer));
      }
    };
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
