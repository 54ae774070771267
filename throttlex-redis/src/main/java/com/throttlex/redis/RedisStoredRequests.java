package com.throttlex.redis;

import com.throttlex.TimeSource;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.StoredState.Stage;
import com.throttlex.queue.TakenRequests;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stored requests in Redis, for all nodes that share it.
 *
 * <p>Every operation is one script on the clock of Redis. All keys of a service have the hash slot
 * of its queue, so that a dead letter is written in the same step. Unused keys expire.
 */
final class RedisStoredRequests implements StoredRequests {
  private static final Script STORE = Script.of("stored.lua", "stored-store.lua");
  private static final Script TAKE = Script.of("stored.lua", "stored-take.lua");
  private static final Script HOLD = Script.of("stored.lua", "stored-hold.lua");
  private static final Script GIVE_BACK = Script.of("stored.lua", "stored-give-back.lua");
  private static final Script FINISH = Script.of("stored.lua", "stored-finish.lua");
  private static final Script FIND = Script.of("stored.lua", "stored-find.lua");
  private static final Script CANCEL = Script.of("stored.lua", "stored-cancel.lua");
  private static final long MILLI = 1_000_000L;

  private final Redis redis;
  private final StoredLimits limits;
  private final @Nullable TimeSource time;
  private final boolean owner;

  private RedisStoredRequests(
      Redis redis, StoredLimits limits, @Nullable TimeSource time, boolean owner) {
    this.redis = redis;
    this.limits = limits;
    this.time = time;
    this.owner = owner;
  }

  /**
   * Creates stored requests in that Redis, which is not closed with this object.
   *
   * @param time null for the time of Redis
   */
  RedisStoredRequests(Redis redis, StoredLimits limits, @Nullable TimeSource time) {
    this(redis, limits, time, /* owner= */ false);
  }

  /** Creates stored requests on a connection of their own, which is closed with them. */
  static RedisStoredRequests on(Redis redis, StoredLimits limits) {
    return new RedisStoredRequests(redis, limits, null, /* owner= */ true);
  }

  @Override
  public CompletionStage<Boolean> store(StoredRequest request, Duration wait) {
    return run(
        STORE,
        ScriptOutputType.BOOLEAN,
        request.service(),
        request.ticket(),
        request.lane(),
        request.summary(),
        text(request.content()),
        Long.toString(request.content().length + (long) request.summary().length()),
        Long.toString(wait.toMillis()),
        Integer.toString(limits.count()),
        Long.toString(limits.bytes()),
        Integer.toString(limits.laneCount()),
        Long.toString(limits.laneBytes()));
  }

  @Override
  public CompletionStage<TakenRequests> take(
      String service, String consumer, int max, Duration visibility) {
    OverflowQueue.requireTaking(consumer, max, visibility);
    CompletionStage<List<Object>> taken =
        run(
            TAKE,
            ScriptOutputType.MULTI,
            service,
            consumer,
            Integer.toString(max),
            Long.toString(visibility.toMillis()),
            Integer.toString(MAX_TAKEN_BYTES));
    return taken.thenApply(
        answer ->
            new TakenRequests(
                answer.stream()
                    .skip(2)
                    .map(fields -> delivery(service, consumer, (List<?>) fields))
                    .toList(),
                Math.toIntExact((Long) answer.get(0)),
                (Long) answer.get(1)));
  }

  private StoredDelivery delivery(String service, String consumer, List<?> fields) {
    int attempt = Math.toIntExact((Long) fields.get(2));
    return new StoredDelivery(
        service,
        (String) fields.get(0),
        consumer,
        bytes((String) fields.get(1)),
        attempt,
        attempt >= limits.attempts());
  }

  @Override
  public CompletionStage<Boolean> hold(
      String service, String ticket, String consumer, Duration visibility) {
    String millis = Long.toString(visibility.toMillis());
    return run(HOLD, ScriptOutputType.BOOLEAN, service, ticket, consumer, millis);
  }

  @Override
  public CompletionStage<Boolean> giveBack(
      String service, String ticket, String consumer, Duration after, @Nullable String reason) {
    String millis = Long.toString(after.toMillis());
    return reason == null
        ? run(GIVE_BACK, ScriptOutputType.BOOLEAN, service, ticket, consumer, millis)
        : run(GIVE_BACK, ScriptOutputType.BOOLEAN, service, ticket, consumer, millis, reason);
  }

  @Override
  public CompletionStage<Boolean> finish(
      String service, String ticket, String consumer, byte[] answer, byte[] brief) {
    return run(
        FINISH,
        ScriptOutputType.BOOLEAN,
        service,
        ticket,
        consumer,
        text(answer),
        Integer.toString(answer.length),
        text(brief),
        Long.toString(limits.bytes()));
  }

  @Override
  public CompletionStage<Optional<StoredState>> find(String service, String ticket) {
    CompletionStage<List<String>> found = run(FIND, ScriptOutputType.MULTI, service, ticket);
    return found.thenApply(
        fields -> fields.isEmpty() ? Optional.empty() : Optional.of(state(fields)));
  }

  private static StoredState state(List<String> fields) {
    return new StoredState(
        Stage.valueOf(fields.get(0)),
        fields.get(1),
        bytes(fields.get(3)),
        Instant.ofEpochMilli(Long.parseLong(fields.get(2))));
  }

  @Override
  public CompletionStage<Optional<Stage>> cancel(String service, String ticket) {
    CompletionStage<@Nullable String> had = run(CANCEL, ScriptOutputType.VALUE, service, ticket);
    return had.thenApply(stage -> Optional.ofNullable(stage).map(Stage::valueOf));
  }

  private <T extends @Nullable Object> CompletionStage<T> run(
      Script script, ScriptOutputType type, String service, String... arguments) {
    QueueKeys queue = QueueKeys.of(service);
    String stored = queue.stream() + ":stored";
    String[] keys = {stored, stored + ":holders", stored + ":sizes", queue.dead()};
    return redis.run(script, type, keys, all(arguments));
  }

  private String[] all(String... arguments) {
    Stream<String> common =
        Stream.of(
            time == null ? "" : Long.toString(time.nanos() / MILLI),
            Integer.toString(limits.dead()),
            Long.toString(limits.patience().toMillis()),
            Integer.toString(limits.attempts()),
            Long.toString(limits.kept().toMillis()));
    return Stream.concat(common, Arrays.stream(arguments)).toArray(String[]::new);
  }

  /** Returns bytes as text, because the connection sends texts. */
  private static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte[] bytes(String text) {
    return Base64.getDecoder().decode(text);
  }

  /** Closes the connection; the requests stay. */
  @Override
  public void close() {
    if (owner) {
      redis.close();
    }
  }
}
