package com.throttlex.redis;

import com.throttlex.TimeSource;
import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import io.lettuce.core.Limit;
import io.lettuce.core.Range;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.StreamMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A queue that all nodes share: a Redis Stream with a consumer group for each service.
 *
 * <p>Every operation is one script on the clock of Redis, so its bounds are exact. None blocks the
 * connection: a worker that finds nothing polls again. An unused queue is removed a day after its
 * last deadline, dead letters after a week.
 */
public final class RedisQueue implements OverflowQueue {
  private static final Script OFFER = Script.of("queue.lua", "queue-offer.lua");
  private static final Script TAKE = Script.of("queue.lua", "queue-take.lua");
  private static final Script ACKNOWLEDGE = Script.of("queue.lua", "queue-acknowledge.lua");
  private static final Script RETRY = Script.of("queue.lua", "queue-retry.lua");
  private static final Script STATUS = Script.of("queue.lua", "queue-status.lua");

  /** The format of the id of a stream's entry. */
  private static final Pattern TICKET = Pattern.compile("[0-9]{1,18}-[0-9]{1,18}");

  private static final long MILLI = 1_000_000L;

  private final Redis redis;
  private final QueueLimits limits;
  private final @Nullable TimeSource time;

  /** Creates queues in that Redis, which is not closed with this object. */
  public RedisQueue(Redis redis, QueueLimits limits) {
    this(redis, limits, null);
  }

  /** Creates queues that use the given time; with null, the time of Redis. */
  RedisQueue(Redis redis, QueueLimits limits, @Nullable TimeSource time) {
    this.redis = redis;
    this.limits = limits;
    this.time = time;
  }

  @Override
  public CompletionStage<Optional<Ticket>> offer(
      String service, String request, @Nullable String once) {
    if (request.length() > MAX_REQUEST_LENGTH) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    CompletionStage<@Nullable String> offered =
        redis.run(
            OFFER,
            ScriptOutputType.VALUE,
            QueueKeys.of(service).all(once),
            now(),
            Integer.toString(limits.dead()),
            Integer.toString(limits.length()),
            patience(),
            request);
    return offered.thenApply(answer -> Optional.ofNullable(answer).map(RedisQueue::ticket));
  }

  private static Ticket ticket(String answer) {
    int space = answer.indexOf(' ');
    return new Ticket(answer.substring(0, space), instant(answer.substring(space + 1)));
  }

  @Override
  public CompletionStage<List<Delivery>> take(
      String service, String consumer, int max, Duration visibility) {
    OverflowQueue.requireTaking(consumer, max, visibility);
    CompletionStage<List<List<Object>>> taken =
        redis.run(
            TAKE,
            ScriptOutputType.MULTI,
            QueueKeys.of(service).all(null),
            now(),
            Integer.toString(limits.dead()),
            consumer,
            Integer.toString(max),
            Long.toString(visibility.toMillis()),
            Integer.toString(limits.attempts()),
            patience());
    return taken.thenApply(
        entries -> entries.stream().map(entry -> delivery(service, consumer, entry)).toList());
  }

  private static Delivery delivery(String service, String consumer, List<Object> entry) {
    return new Delivery(
        service,
        (String) entry.get(0),
        consumer,
        (String) entry.get(1),
        instant((String) entry.get(2)),
        Math.toIntExact((Long) entry.get(3)));
  }

  @Override
  public CompletionStage<Boolean> acknowledge(String service, String ticket) {
    return on(ACKNOWLEDGE, service, ticket, now(), Integer.toString(limits.dead()), ticket);
  }

  @Override
  public CompletionStage<Boolean> retry(
      String service,
      String ticket,
      @Nullable String consumer,
      Duration after,
      @Nullable String reason) {
    String[] arguments = {
      now(),
      Integer.toString(limits.dead()),
      ticket,
      consumer == null ? "" : consumer,
      Long.toString(after.toMillis()),
      Integer.toString(limits.attempts()),
      patience()
    };
    return on(RETRY, service, ticket, reason == null ? arguments : with(arguments, reason));
  }

  private static String[] with(String[] arguments, String last) {
    String[] more = Arrays.copyOf(arguments, arguments.length + 1);
    more[arguments.length] = last;
    return more;
  }

  /** Runs an operation on the request of a ticket; returns false if the text cannot be a ticket. */
  private CompletionStage<Boolean> on(
      Script script, String service, String ticket, String... arguments) {
    if (!TICKET.matcher(ticket).matches()) {
      return CompletableFuture.completedFuture(false);
    }
    return redis.run(script, ScriptOutputType.BOOLEAN, QueueKeys.of(service).all(null), arguments);
  }

  @Override
  public CompletionStage<QueueStatus> status(String service) {
    CompletionStage<List<Object>> asked =
        redis.run(
            STATUS,
            ScriptOutputType.MULTI,
            QueueKeys.of(service).all(null),
            now(),
            Integer.toString(limits.dead()));
    return asked.thenApply(
        state -> {
          String oldest = (String) state.get(1);
          return new QueueStatus(
              (Long) state.get(0), oldest.isEmpty() ? null : instant(oldest), (Long) state.get(2));
        });
  }

  @Override
  public CompletionStage<List<DeadLetter>> deadLetters(String service, int max) {
    CompletionStage<List<StreamMessage<String, String>>> asked =
        redis.ask(
            to -> to.xrevrange(QueueKeys.of(service).dead(), Range.unbounded(), Limit.from(max)));
    return asked.thenApply(
        found -> found.stream().map(StreamMessage::getBody).map(RedisQueue::letter).toList());
  }

  private static DeadLetter letter(Map<String, String> fields) {
    return new DeadLetter(
        field(fields, "ticket"),
        field(fields, "request"),
        field(fields, "reason"),
        Integer.parseInt(field(fields, "attempts")),
        instant(field(fields, "at")));
  }

  private static String field(Map<String, String> fields, String name) {
    return Objects.requireNonNull(fields.get(name), name);
  }

  private String patience() {
    return Long.toString(limits.patience().toMillis());
  }

  private String now() {
    return time == null ? "" : Long.toString(time.nanos() / MILLI);
  }

  private static Instant instant(String millis) {
    return Instant.ofEpochMilli(Long.parseLong(millis));
  }

  /** Does nothing; the queues stay. */
  @Override
  public void close() {}
}
