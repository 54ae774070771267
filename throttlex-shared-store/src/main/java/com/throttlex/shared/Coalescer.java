package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Places;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Verdicts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Coalesces concurrent requests into few batches, so that a remote store is called less often.
 *
 * <p>A request that is not answered within the timeout fails. The lag of this process does not
 * count, see {@link LagClock}.
 *
 * <p>Requests share a batch, a queue and the limit of batches in flight only if they need the same
 * {@link Places} of the store. Each such group has a {@link Lane}. So a place that does not answer
 * delays only the requests that need it.
 */
public final class Coalescer extends ForwardingStore {
  /** The number of lanes from which on requests of several places share a lane. */
  private static final int MOST_LANES = 256;

  private static final List<String> ANY_PLACES = List.of();

  private final BatchStore store;
  private final CoalescerSettings settings;
  private final Scheduler scheduler;
  private final Places places;
  private final Watch watch;
  private final Questions questions = new Questions();
  private final Map<List<String>, Lane> lanes = new ConcurrentHashMap<>();
  private final @Nullable Lane only;
  private volatile boolean closed;

  /**
   * Coalesces requests to a store, which is closed with this object; the scheduler must outlive it.
   */
  public Coalescer(
      BatchStore store, CoalescerSettings settings, TimeSource time, Scheduler scheduler) {
    this(store, settings, time, scheduler, new LagClock(time, store::afterReading));
  }

  /** Coalesces requests, and measures timeouts by a clock that others read too. */
  Coalescer(
      BatchStore store,
      CoalescerSettings settings,
      TimeSource time,
      Scheduler scheduler,
      LagClock clock) {
    super(store);
    this.store = store;
    this.settings = settings;
    this.scheduler = scheduler;
    places = store.places();
    watch = new Watch(clock, time, scheduler, settings.timeout());
    only = places == Places.ONE ? lane(places.all()) : null;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    Lane lane = only;
    return (lane == null ? lane(places.of(charges)) : lane).decide(charges);
  }

  private Lane lane(List<String> needed) {
    Lane known = lanes.get(needed);
    if (known == null && isTooMany(needed)) {
      known = lanes.get(ANY_PLACES);
    }
    return known == null ? newLane(needed) : known;
  }

  /** Returns whether these places have no lane of their own. */
  private boolean isTooMany(List<String> needed) {
    return needed.size() > 1 && lanes.size() >= MOST_LANES;
  }

  private synchronized Lane newLane(List<String> needed) {
    dropLanes();
    Lane lane =
        lanes.computeIfAbsent(
            isTooMany(needed) ? ANY_PLACES : needed,
            n -> new Lane(store, settings, scheduler, watch));
    if (closed) {
      lane.close();
    }
    return lane;
  }

  /** Returns the places that have a lane. */
  Set<List<String>> lanes() {
    return Set.copyOf(lanes.keySet());
  }

  /** Removes the lanes of places that no longer exist. */
  private void dropLanes() {
    Set<String> all = Set.copyOf(places.all());
    lanes
        .entrySet()
        .removeIf(
            lane -> {
              boolean gone = !all.containsAll(lane.getKey()) && !lane.getValue().isBusy();
              if (gone) {
                watch.end(lane.getValue());
              }
              return gone;
            });
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return timed(store.settle(reservation, cost, now));
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    return timed(store.extend(reservation, cost, now));
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return timed(store.inspect(key, index, now));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return timed(store.reset(key, index, now));
  }

  /** Fails an answer that does not arrive in time. */
  private <T> CompletionStage<T> timed(CompletionStage<T> answer) {
    if (answer.toCompletableFuture().isDone()) {
      return answer;
    }
    StoreQuery<T> question = new StoreQuery<>(answer, watch.deadline());
    questions.open.add(question);
    watch.begin(questions);
    return question;
  }

  /** The calls in flight that are not decisions. */
  private static final class Questions implements Watch.Watched {
    final Queue<StoreQuery<?>> open = new ConcurrentLinkedQueue<>();

    @Override
    public boolean isBusy() {
      return !open.isEmpty();
    }

    @Override
    public boolean isSending() {
      return false;
    }

    @Override
    public void expire(long lagFreeNow, long now) {
      for (StoreQuery<?> first = open.peek();
          first != null && first.expire(lagFreeNow, now);
          first = open.peek()) {
        open.remove(first);
      }
    }
  }

  /** Fails all waiting requests and requests in flight, and closes the store. */
  @Override
  public void close() {
    closed = true;
    lanes.values().forEach(Lane::close);
    super.close();
  }
}
