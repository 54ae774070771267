package com.throttlex.benchmarks.redis;

import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Workload;
import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A lower bound: a short script with one key, and one call for every decision. */
final class EvalSha implements Contender {
  private final RedisClient client;
  private final StatefulRedisConnection<String, String> connection;
  private final String script;
  private final String[][] keys;
  private final String[] arguments;

  EvalSha(String url, Workload workload) {
    client = RedisClient.create(url);
    connection = client.connect();
    script = connection.sync().scriptLoad(text());
    keys = new String[workload.keys()][];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = new String[] {"evalsha:" + i};
    }
    arguments =
        new String[] {
          Long.toString(workload.amount()),
          Long.toString(TimeUnit.SECONDS.toMicros(workload.period().toSeconds()))
        };
  }

  private static String text() {
    try (InputStream in = EvalSha.class.getResourceAsStream("token-bucket.lua")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Question question() {
    return new Question() {
      @Override
      public CompletionStage<?> ask(int key) {
        return connection.async().evalsha(script, ScriptOutputType.INTEGER, keys[key], arguments);
      }

      @Override
      public Verdict verdict(@Nullable Object answer) {
        return Verdict.of(Long.valueOf(1).equals(answer));
      }
    };
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
