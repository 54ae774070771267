package com.throttlex.shared;

import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a {@link Coalescer} that need the same places of its store.
 *
 * <p>If no batch is in flight, a request is sent at once. If the maximum of batches is in flight,
 * requests wait in a queue; when a batch returns, they leave together in their order. A request
 * that is not answered within the timeout fails, and its batch no longer counts as in flight.
 *
 * <p><b>Protocol.</b> Callers add to {@code waiting} and then take a turn. The caller that finds
 * {@code turns} at 0 forms and sends batches until no caller has come meanwhile. So there is one
 * sender at a time, and batches leave in order. {@code flying} has an element for each batch in
 * flight. The answer or the timeout that removes the batch from its element has freed it. {@link
 * Call} makes sure that each request is answered once.
 */
final class Lane implements Watch.Watched {
  /**
   * The number of batches that one thread sends before it leaves the rest to the scheduler's
   * thread.
   */
  private static final int BATCHES_IN_A_ROW = 64;

  private final BatchStore store;
  private final CoalescerSettings settings;
  private final Scheduler scheduler;
  private final Watch watch;

  private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicInteger turns = new AtomicInteger();
  private final AtomicReferenceArray<@Nullable Batch> flying;
  private volatile boolean closed;

  Lane(BatchStore store, CoalescerSettings settings, Scheduler scheduler, Watch watch) {
    this.store = store;
    this.settings = settings;
    this.scheduler = scheduler;
    this.watch = watch;
    flying = new AtomicReferenceArray<>(settings.maxInFlight());
  }

  CompletionStage<Verdicts> decide(Charges charges) {
    if (queued.incrementAndGet() > settings.maxQueue()) {
      queued.decrementAndGet();
      return CompletableFuture.failedFuture(
          new StoreUnavailableException(
              "queue: full (expected: at most " + settings.maxQueue() + " requests waiting)"));
    }
    Call call = new Call(charges, watch.deadline());
    waiting.add(call);
    if (closed) {
      dropAll();
    }
    takeTurn();
    if (!call.isDone()) {
      watch.begin(this);
    }
    return call;
  }

  private void takeTurn() {
    if (turns.getAndIncrement() == 0) {
      send();
    }
  }

  /** Sends waiting requests as far as allowed; only one thread at a time does. */
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
    long lagFreeNow = watch.lagFreeNow();
    long now = watch.now();
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
    CompletionStage<Void> asked = ask(batch.requests(), batch::end);
    batch.sent();
    asked.whenComplete((done, failure) -> returned(place, batch, failure));
    if (flying.get(place) == batch) {
      watch.begin(this);
    }
  }

  private CompletionStage<Void> ask(List<Verdicts> requests, BatchStore.BatchListener listener) {
    try {
      return store.decideAll(requests, listener);
    } catch (Throwable e) { // any failure, because the callers must receive it
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

  /**
   * Sends each request by itself, because one that the store cannot decide must not fail the
   * others.
   */
  private void askSingly(int place, Batch batch) {
    AtomicInteger open = new AtomicInteger(batch.calls().size());
    for (Call call : batch.calls()) {
      Verdicts request = call.request();
      CompletionStage<Void> answered =
          call.isDone()
              ? CompletableFuture.completedFuture(null)
              : ask(List.of(request), (number, failure) -> call.end(request, failure));
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

  @Override
  public boolean isSending() {
    for (int place = 0; place < flying.length(); place++) {
      Batch batch = flying.get(place);
      if (batch == null ? !waiting.isEmpty() : !batch.isSent()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isBusy() {
    boolean busy = !waiting.isEmpty();
    for (int place = 0; place < flying.length(); place++) {
      busy |= flying.get(place) != null;
    }
    return busy;
  }

  @Override
  public void expire(long lagFreeNow, long now) {
    for (Call first = waiting.peek();
        first != null && first.expire(lagFreeNow, now);
        first = waiting.peek()) {
      if (waiting.remove(first)) {
        queued.decrementAndGet();
      }
    }
    for (int place = 0; place < flying.length(); place++) {
      Batch batch = flying.get(place);
      if (batch != null && batch.expire(lagFreeNow, now)) {
        flying.compareAndSet(place, batch, null);
        takeTurn();
      }
    }
  }

  /** Fails all waiting requests, those in flight and all later ones. */
  void close() {
    closed = true;
    dropAll();
  }

  private void dropAll() {
    StoreUnavailableException failure =
        new StoreUnavailableException("store: closed (expected: open)");
    for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
      queued.decrementAndGet();
      call.completeExceptionally(failure);
    }
    for (int place = 0; place < flying.length(); place++) {
      Batch batch = flying.get(place);
      if (batch != null) {
        batch.end(failure);
      }
    }
  }
}
