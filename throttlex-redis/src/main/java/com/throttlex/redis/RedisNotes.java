package com.throttlex.redis;

import com.throttlex.store.Notes;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes in Redis: the hash {@code throttlex:{notes}} from name to version, end and text, and a
 * second key with the time at which each can be removed.
 *
 * <p>Both keys are in one hash slot, so that scripts can read and write them in one step, also in a
 * Cluster. The time is that of Redis, in milliseconds.
 */
public final class RedisNotes implements Notes {
  private static final Script READ = Script.of("notes-read.lua");
  private static final Script WRITE = Script.of("notes-write.lua");
  private static final String[] KEYS = {"throttlex:{notes}", "throttlex:{notes}:ends"};
  private static final String REMEMBERED = Long.toString(TimeUnit.DAYS.toMillis(1));

  private final Redis redis;
  private final @Nullable LongSupplier nanos;

  /** Creates notes on a connection, which the caller closes. */
  public RedisNotes(Redis redis) {
    this(redis, null);
  }

  /** Creates notes that use the given time; with null, the time of Redis. */
  RedisNotes(Redis redis, @Nullable LongSupplier nanos) {
    this.redis = redis;
    this.nanos = nanos;
  }

  @Override
  public CompletionStage<Map<String, Note>> read() {
    CompletionStage<List<String>> answer = redis.run(READ, ScriptOutputType.MULTI, KEYS, now());
    return answer.thenApply(RedisNotes::notes);
  }

  private static Map<String, Note> notes(List<String> words) {
    Map<String, Note> notes = new HashMap<>();
    for (int i = 0; i < words.size(); i += 3) {
      notes.put(words.get(i), new Note(Long.parseLong(words.get(i + 1)), words.get(i + 2)));
    }
    return Map.copyOf(notes);
  }

  @Override
  public CompletionStage<Boolean> write(String name, long expected, String text, Duration ttl) {
    CompletionStage<Long> written =
        redis.run(
            WRITE,
            ScriptOutputType.INTEGER,
            KEYS,
            now(),
            REMEMBERED,
            name,
            Long.toString(expected),
            Long.toString(Math.max(0, ttl.toMillis())),
            text);
    return written.thenApply(count -> count == 1);
  }

  private String now() {
    return nanos == null ? "" : Long.toString(nanos.getAsLong() / 1_000_000);
  }
}
