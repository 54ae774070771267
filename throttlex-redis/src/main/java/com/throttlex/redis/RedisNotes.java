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
 * Notes in Redis: the hash {@code throttlex:{notes}}, name to version, end and text, and beside it
 * when each can be forgotten.
 *
 * <p>The two are in one slot, so that scripts can read and write them in one step, also in a
 * Cluster. Time is that of Redis, in milliseconds.
 */
public final class RedisNotes implements Notes {
  private static final Script READ = Script.of("notes-read.lua");
  private static final Script WRITE = Script.of("notes-write.lua");
  private static final String[] KEYS = {"throttlex:{notes}", "throttlex:{notes}:ends"};
  private static final String REMEMBERED = Long.toString(TimeUnit.DAYS.toMillis(1));

  private final Redis redis;
  private final @Nullable LongSupplier nanos;

  /** Notes on a connection, which stays the caller's to close. */
  public RedisNotes(Redis redis) {
    this(redis, null);
  }

  /** Goes by that time, or with null by that of Redis. */
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
