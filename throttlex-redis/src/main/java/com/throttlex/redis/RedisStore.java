package com.throttlex.redis;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.Places;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Verdicts;
import io.lettuce.core.ScriptOutputType;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Counters in Redis or Valkey, shared by any number of nodes.
 *
 * <p>A script makes every decision on Redis's own clock, with the arithmetic of {@link
 * com.throttlex.algorithm}: one round trip for all charges of any number of requests. Each counter
 * is one key with a time to live. It stores the limit under which it was charged, so it stays valid
 * after a change of rules.
 */
public final class RedisStore implements BatchStore {
  static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  private static final Script INSPECT = Script.ofCounters("inspect.lua");
  private static final Script RESET = Script.ofCounters("reset.lua");

  private final Redis redis;
  private final @Nullable LongSupplier time;
  private final KeyNames keyNames;
  private final ReservedCounters reserved = new ReservedCounters();
  private final Settlements settlements;
  private final Extensions extensions;
  private final Places places;

  private RedisStore(Redis redis, @Nullable LongSupplier time, KeyNames keyNames) {
    this.redis = redis;
    this.time = time;
    this.keyNames = keyNames;
    this.settlements = new Settlements(redis, keyNames, reserved);
    this.extensions = new Extensions(redis, keyNames);
    this.places = redis.isCluster() ? new Masters(redis, keyNames) : Places.ONE;
  }

  /** Creates a store on a connection, which the caller closes. */
  public static RedisStore on(Redis redis) {
    return new RedisStore(redis, null, KeyNames.SHARED);
  }

  /** Creates a store for tests: it uses the given time, not that of Redis, and its own keys. */
  static RedisStore withTime(Redis redis, LongSupplier time, String prefix) {
    return new RedisStore(redis, time, new KeyNames(prefix));
  }

  private String time() {
    return time == null ? "" : Long.toString(time.getAsLong());
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    return decideAll(requests, (number, failure) -> {});
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests, BatchListener listener) {
    try {
      return redis.isCluster()
          ? new SlotOrder(this, requests, listener).decide()
          : decideInTurn(requests, listener);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Decides requests on one server; detects wrong requests before anything is sent. */
  private CompletionStage<Void> decideInTurn(List<Verdicts> requests, BatchListener listener) {
    List<Integer> numbers = IntStream.range(0, requests.size()).boxed().toList();
    List<Chunk> chunks = Chunk.of(requests, numbers);
    List<ScriptBatch> batches = chunks.stream().map(chunk -> batch(chunk.requests())).toList();
    CompletionStage<Void> done = DONE;
    for (int i = 0; i < batches.size(); i++) {
      ScriptBatch batch = batches.get(i);
      Chunk chunk = chunks.get(i);
      CompletionStage<Void> next =
          done == DONE ? decide(batch) : done.thenCompose(unused -> decide(batch));
      done = batches.size() == 1 ? next : next.thenRun(() -> chunk.tell(listener, null));
    }
    return done;
  }

  @Override
  public Places places() {
    return places;
  }

  @Override
  public void afterReading(Runnable work) {
    redis.afterReading(work);
  }

  /** Decides requests that one run of a script can decide. */
  CompletionStage<Void> decideTogether(List<Verdicts> requests) {
    return decide(batch(requests));
  }

  private ScriptBatch batch(List<Verdicts> requests) {
    return new ScriptBatch(keyNames, reserved, requests);
  }

  private CompletionStage<Void> decide(ScriptBatch batch) {
    return batch.decide(redis, time());
  }

  /** Decides a request whose charges are in several hash slots. */
  CompletionStage<Void> decideAcross(Verdicts verdicts, List<Part> parts) {
    return new CrossSlot(redis, keyNames, reserved, verdicts, parts, time()).decide();
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    ReservationName name = possible(reservation);
    return name == null
        ? CompletableFuture.completedFuture(Settlement.UNKNOWN)
        : settlements.settle(name, cost, time());
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    ReservationName name = possible(reservation);
    if (name == null) {
      return CompletableFuture.completedFuture(null);
    }
    return cost < 0
        ? settlements
            .less(name, -cost, time())
            .thenApply(open -> open ? new Verdicts(new Charges().start(now)) : null)
        : extensions.extend(name, cost, time());
  }

  /** Returns the parts of a name, or null if this store gives no such name. */
  private @Nullable ReservationName possible(String reservation) {
    ReservationName name = ReservationName.parse(reservation);
    return name != null && (redis.isCluster() || name.slots().size() == 1) ? name : null;
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    CompletionStage<String> answer =
        redis.run(INSPECT, ScriptOutputType.VALUE, keys(key, index), time());
    return answer.thenApply(text -> text.isEmpty() ? Optional.empty() : Optional.of(status(text)));
  }

  private static Status status(String text) {
    Words words = new Words(text);
    long now = words.number();
    Limit limit = LimitText.parse(words.next());
    return Status.of(ScriptState.read(words, limit), now);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    CompletionStage<Long> answer =
        redis.run(RESET, ScriptOutputType.INTEGER, keys(key, index), time());
    return answer.thenApply(found -> found == 1);
  }

  /** Returns the name of a counter. */
  String counter(Key key, int index) {
    return keyNames.counter(key, index);
  }

  private String[] keys(Key key, int index) {
    return new String[] {counter(key, index)};
  }

  /** Leaves the connection open, because the caller closes it. */
  @Override
  public void close() {}
}
