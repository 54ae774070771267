package com.throttlex.distributed;

import com.throttlex.TimeSource;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Gathers requests that come at the same time into few batches, so that a store far away is asked
 * less often.
 *
 * <p>With nothing on its way a request is sent at once. While the permitted number of batches is on
 * its way requests wait, and leave together, in the order they came, when one returns. A request
 * that is not answered within the timeout fails, and its batch no longer counts as on its way. The
 * lag of this process is no part of that time, see {@link LagClock}.
 *
 * <p><b>Protocol.</b> Callers add to {@code waiting} and then take a turn: the one that finds
 * {@code turns} at 0 forms and sends batches until nobody has come meanwhile, so there is one
 * sender at a time, and batches leave in order. {@code flying} has a place for each batch on its
 * way; whoever takes the batch out of its place, its answer or the end of its time, has freed it.
 * What a request is answered with, and that it is answered once, is up to {@link Call}.
 */
public final class Coalescer implements Store {
  private static final long TICK_NANOS = 5_000_000;

  /** How many batches one thread sends before it leaves the rest to the scheduler's. */
  private static final int BATCHES_IN_A_ROW = 64;

  private final BatchStore store;
  private final CoalescerSettings settings;
  private final TimeSource time;
  private final Scheduler scheduler;
  private final long tickNanos;
  private final long patienceNanos;

  private final LagClock clock;

  private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
  private final Queue<Question<?>> questions = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicReferenceArray<@Nullable Batch> flying;
  private final AtomicBoolean watching = new AtomicBoolean();
  private volatile boolean closed;

  /** Gathers requests to a store, closed with this object, which the scheduler has to outlive. */
  public Coalescer(
      BatchStore store, CoalescerSettings settings, TimeSource time, Scheduler scheduler) {
    this(store, settings, time, scheduler, new LagClock(time, store::afterReading));
  }

  /** Gathers requests, and measures timeouts by a clock that others read. */
  Coalescer(
      BatchStore store,
      CoalescerSettings settings,
      TimeSource time,
      Scheduler scheduler,
      LagClock clock) {
    this.clock = clock;
    this.store = store;
    this.settings = settings;
    this.time = time;
    this.scheduler = scheduler;
    long timeout = settings.timeout().toNanos();
    tickNanos = Math.min(TICK_NANOS, Math.max(1, timeout / 4));
    patienceNanos = timeout - tickNanos; // so that the tick after it is not too late
    flying = new AtomicReferenceArray<>(settings.maxInFlight());
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    if (queued.incrementAndGet() > settings.maxQueue()) {
      queued.decrementAndGet();
      return CompletableFuture.failedFuture(
          new StoreUnavailableException(
              "queue: full (expected: at most " + settings.maxQueue() + " requests waiting)"));
    }
    Call call = new Call(charges, deadline());
    waiting.add(call);
    if (closed) {
      dropAll();
    }
    takeTurn();
    if (!call.hasEnded()) {
      watch();
    }
    return call;
  }

  private Awaited.Deadline deadline() {
    return new Awaited.Deadline(
        clock.nanos() + patienceNanos,
        time.nanos() + patienceNanos + Awaited.LONGEST_LAG.toNanos(),
        settings.timeout());
  }

  private void takeTurn() {
    if (turns.getAndIncrement() == 0) {
      send();
    }
  }

  /** Sends what waits, as far as it may; only one thread at a time does. */
  private void send() {
    int sent = 0;
    int seen;
    do {
      seen = turns.get();
      for (int place = free(); place >= 0 && !waiting.isEmpty(); place = free()) {
        if (sent++ == BATCHES_IN_A_ROW) {
          scheduler.after(0, this::send);
          return;
        }
        send(place, nextBatch());
      }
    } while (turns.addAndGet(-seen) != 0);
  }

  private int free() {
    for (int place = 0; place < flying.length(); place++) {
      if (flying.get(place) == null) {
        return place;
      }
    }
    return -1;
  }

  private Batch nextBatch() {
    long lagFreeNow = clock.nanos();
    long now = time.nanos();
    List<Call> calls = new ArrayList<>();
    while (calls.size() < settings.maxBatch()) {
      Call call = waiting.poll();
      if (call == null) {
        break;
      }
      queued.decrementAndGet();
      if (!call.expire(lagFreeNow, now)) {
        calls.add(call);
      }
    }
    return new Batch(calls);
  }

  private void send(int place, Batch batch) {
    if (batch.calls().isEmpty()) {
      return;
    }
    flying.set(place, batch);
    CompletionStage<Void> asked = ask(batch.requests());
    batch.sent();
    asked.whenComplete((done, failure) -> returned(place, batch, failure));
    if (flying.get(place) == batch) {
      watch();
    }
  }

  private CompletionStage<Void> ask(List<Charges> requests) {
    try {
      return store.decideAll(requests);
    } catch (Throwable e) { // whatever it is, the callers must hear of it
      return CompletableFuture.failedFuture(e);
    }
  }

  private void returned(int place, Batch batch, @Nullable Throwable failure) {
    if (failure != null && batch.calls().size() > 1 && !Failures.isUnavailable(failure)) {
      askSingly(place, batch);
      return;
    }
    flying.compareAndSet(place, batch, null);
    batch.end(failure);
    takeTurn();
  }

  /** A request that the store cannot decide must not fail the others, so each goes by itself. */
  private void askSingly(int place, Batch batch) {
    AtomicInteger open = new AtomicInteger(batch.calls().size());
    for (Call call : batch.calls()) {
      Charges request = call.requestAgain();
      CompletionStage<Void> answered =
          call.hasEnded() ? CompletableFuture.completedFuture(null) : ask(List.of(request));
      answered.whenComplete(
          (done, failure) -> {
            call.end(request, failure);
            if (open.decrementAndGet() == 0) {
              flying.compareAndSet(place, batch, null);
              takeTurn();
            }
          });
    }
  }

  /** Sees to it that what is not answered in time fails. */
  private void watch() {
    if (!watching.get() && watching.compareAndSet(false, true)) {
      clock.start(tickNanos);
      scheduler.after(tickNanos, this::tick);
    }
  }

  private void tick() {
    clock.tick(tickNanos, isSending());
    expire();
    if (isBusy()) {
      scheduler.after(tickNanos, this::tick);
    } else {
      clock.stop();
      watching.set(false);
      if (isBusy()) {
        watch();
      }
    }
  }

  /** Whether something could be on its way and is not, as its sender does not get to run. */
  private boolean isSending() {
    for (int place = 0; place < flying.length(); place++) {
      Batch batch = flying.get(place);
      if (batch == null ? !waiting.isEmpty() : !batch.isSent()) {
        return true;
      }
    }
    return false;
  }

  private void expire() {
    long lagFreeNow = clock.nanos();
    long now = time.nanos();
    for (Call first = waiting.peek();
        first != null && first.expire(lagFreeNow, now);
        first = waiting.peek()) {
      if (waiting.remove(first)) {
        queued.decrementAndGet();
      }
    }
    for (Question<?> first = questions.peek();
        first != null && first.expire(lagFreeNow, now);
        first = questions.peek()) {
      questions.remove(first);
    }
    expireBatches(lagFreeNow, now);
  }

  private void expireBatches(long lagFreeNow, long now) {
    for (int place = 0; place < flying.length(); place++) {
      Batch batch = flying.get(place);
      if (batch != null && batch.expire(lagFreeNow, now)) {
        flying.compareAndSet(place, batch, null);
        takeTurn();
      }
    }
  }

  private boolean isBusy() {
    boolean busy = !waiting.isEmpty() || !questions.isEmpty();
    for (int place = 0; place < flying.length(); place++) {
      busy |= flying.get(place) != null;
    }
    return busy;
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return timed(store.settle(reservation, cost, now));
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return timed(store.inspect(key, index, now));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return timed(store.reset(key, index, now));
  }

  /** Fails an answer that does not come in time. */
  private <T> CompletionStage<T> timed(CompletionStage<T> answer) {
    if (answer.toCompletableFuture().isDone()) {
      return answer;
    }
    Question<T> question = new Question<>(answer, deadline());
    questions.add(question);
    watch();
    return question;
  }

  /** Fails what waits and what is on its way, and closes the store. */
  @Override
  public void close() {
    closed = true;
    dropAll();
    store.close();
  }

  private void dropAll() {
    StoreUnavailableException failure =
        new StoreUnavailableException("store: closed (expected: open)");
    for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
      queued.decrementAndGet();
      call.end(call.request(), failure);
    }
    for (int place = 0; place < flying.length(); place++) {
      Batch batch = flying.get(place);
      if (batch != null) {
        batch.end(failure);
      }
    }
  }
}
