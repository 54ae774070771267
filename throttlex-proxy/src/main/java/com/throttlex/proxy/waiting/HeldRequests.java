package com.throttlex.proxy.waiting;

import com.throttlex.Decision;
import com.throttlex.QueueKey;
import com.throttlex.ThrottleX;
import com.throttlex.proxy.AsyncPreference;
import com.throttlex.proxy.ProxyAdmission;
import com.throttlex.proxy.ProxyExchange;
import com.throttlex.proxy.ProxyRefusedException;
import com.throttlex.proxy.waiting.WaitingListener.WaitEnd;
import com.throttlex.request.RequestContext;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Decides requests, and holds those that do not fit yet.
 *
 * <p>A request waits if every rule that denies it has {@code on-exceed: queue}. Requests with the
 * same keys under such rules are a line. A line waits for units of the key that denied its first
 * request. The contract:
 *
 * <ul>
 *   <li>The requests of a line are forwarded in the order of their arrival.
 *   <li>A new request does not overtake: if requests wait for units of one of its keys, it waits
 *       too, even if a unit is free at that moment.
 *   <li>Lines that wait for units of the same key take turns, one request each.
 *   <li>Lines that wait for units of different keys do not delay each other.
 *   <li>The first request of a line is checked when its retry-after has passed, when a reservation
 *       of its key is settled here, and at least once a second (under a concurrency rule every 50
 *       ms; both grow with the number of keys above 100).
 *   <li>When the largest number of requests waits, a new one takes the place of the newest request
 *       of the longest line, unless its own line would become the longest.
 *   <li>When its time is over, a request is checked once more, and forwarded or denied. A client
 *       that leaves loses its place at once.
 * </ul>
 *
 * <p>All lines belong to one thread, the {@link WaitingLoop}. Other threads only read whether
 * requests wait for a key. So a request that need not wait never needs that thread.
 */
// Over 300 lines: the steps of a wait share the state of one thread.
public final class HeldRequests implements ProxyAdmission {
  private static final Map<String, String> SOON = Map.of("Retry-After", "1");

  private final ThrottleX engine;
  private final WaitingLoop loop;
  private final int most;
  private final WaitingListener listener;
  private final Lines lines = new Lines(this::turns);
  private final SettledWakeups wakeups;
  private final Set<HeldRequest> held = new LinkedHashSet<>();
  private volatile int waiting;
  private volatile boolean closed;

  /**
   * Creates an empty set.
   *
   * @param most the largest number of requests that wait at one time
   */
  public HeldRequests(ThrottleX engine, WaitingLoop loop, int most, WaitingListener listener) {
    this.engine = engine;
    this.loop = loop;
    this.most = most;
    this.listener = listener;
    wakeups = new SettledWakeups(engine, lines);
    engine.onSettled(wakeups::settled);
  }

  private LineTurns turns(String key) {
    return new LineTurns(key, this, loop, lines);
  }

  /**
   * Decides an exchange. One that prefers a ticket to a wait ({@code Prefer: respond-async}) is not
   * held.
   */
  @Override
  public CompletionStage<Decision> admit(ProxyExchange exchange) {
    if (AsyncPreference.isIn(exchange)) {
      return engine
          .checkAsync(exchange.context())
          .thenCompose(
              decision -> {
                wakeups.decided(exchange.context(), decision);
                exchange.held(decision.delayNanos());
                return decision.afterDelay();
              });
    }
    HeldRequest arrived = new HeldRequest(exchange.context(), loop.nanos(), exchange::held);
    CompletableFuture<Decision> answer = admit(arrived);
    if (!answer.isDone()) {
      exchange.onGone(() -> answer.cancel(false));
    }
    return answer;
  }

  /**
   * Returns the decision on a request, when it may be forwarded or is denied. Fails with a {@link
   * ProxyRefusedException} if too many requests wait or the proxy drains. Cancel it when the client
   * leaves. A decision that comes after that is given back.
   */
  public CompletableFuture<Decision> admit(RequestContext request) {
    return admit(new HeldRequest(request, loop.nanos(), nanos -> {}));
  }

  private CompletableFuture<Decision> admit(HeldRequest arrived) {
    if (!lines.isEmpty() && lines.busy(engine.queueKeys(arrived.request)) != null) {
      loop.execute(() -> join(arrived));
    } else {
      first(arrived);
    }
    return arrived.answer;
  }

  /** The number of requests that wait now. */
  public int waiting() {
    return waiting;
  }

  boolean isClosed() {
    return closed;
  }

  /**
   * Refuses all requests that wait, and from now on all that would have to.
   *
   * @return completes on the thread of this set, when all requests that waited have their answers
   */
  public CompletableFuture<Void> close() {
    closed = true;
    CompletableFuture<Void> refused = new CompletableFuture<>();
    loop.execute(
        () -> {
          List.copyOf(held).forEach(request -> refuse(request, WaitEnd.FAILED));
          loop.execute(() -> refused.complete(null)); // after what the answers left on this thread
        });
    return refused;
  }

  /** Checks a request that does not wait yet, on any thread. */
  private void first(HeldRequest request) {
    CompletableFuture<Decision> check = ask(request, this::mayWait);
    var unused =
        check.whenComplete(
            (decision, failure) -> {
              if (failure != null) {
                request.answer.completeExceptionally(failure);
              } else if (decision.allowed() ? decision.delayNanos() > 0 : mayWait(decision)) {
                loop.execute(() -> hold(request, decision));
              } else {
                answer(request, decision);
              }
            });
  }

  private boolean mayWait(Decision denial) {
    return denial.isQueued(engine.rules());
  }

  /** Completes the answer, or gives the decision back if the client has left. */
  private void answer(HeldRequest request, Decision decision) {
    wakeups.decided(request.request, decision);
    if (!request.answer.complete(decision) && decision.allowed()) {
      engine.undelivered(request.request, decision);
    }
  }

  /** Holds a request behind those that wait for one of its keys. */
  private void join(HeldRequest request) {
    request.keys = engine.queueKeys(request.request);
    QueueKey key = lines.busy(request.keys);
    if (key == null) { // they have left meanwhile
      first(request);
    } else if (enter(request)) {
      line(request, key);
    }
  }

  /** Holds a request after its first check. */
  private void hold(HeldRequest request, Decision decision) {
    request.keys = engine.queueKeys(request.request);
    QueueKey key = request.key(decision.key());
    boolean changed = !decision.allowed() && key == null; // the rule, meanwhile
    if (changed || !enter(request)) {
      answer(request, decision);
    } else if (key == null) {
      delay(request, decision);
    } else {
      line(request, key);
    }
  }

  /** Counts a request as held; refuses it and returns false if it cannot wait. */
  private boolean enter(HeldRequest request) {
    if (request.answer.isDone()) {
      return false;
    }
    if (!closed && held.size() >= most) {
      makeRoom(request);
    }
    if (closed || held.size() >= most) {
      if (!closed) {
        listener.refused();
      }
      request.answer.completeExceptionally(refusal());
      return false;
    }
    held.add(request);
    waiting = held.size();
    var unused =
        request.answer.whenComplete(
            (decision, failure) -> {
              if (request.answer.isCancelled()) {
                loop.execute(() -> refuse(request, WaitEnd.LEFT));
              }
            });
    return true;
  }

  /** Refuses the newest request of the longest line, if the line of the new one stays shorter. */
  private void makeRoom(HeldRequest arrived) {
    Line longest = lines.longest();
    if (longest != null && longest.size() > lines.size(arrived.keys) + 1) {
      listener.refused();
      refuse(longest.last(), WaitEnd.FAILED);
    }
  }

  private ProxyRefusedException refusal() {
    String why = closed ? "The proxy is shutting down." : "Too many requests wait.";
    return new ProxyRefusedException(503, SOON, why);
  }

  private void line(HeldRequest request, QueueKey key) {
    lines.add(request, key.text());
    long waited = loop.nanos() - request.since;
    request.timer = loop.after(key.longest().toNanos() - waited, () -> timeOver(request));
  }

  private void delay(HeldRequest request, Decision admission) {
    request.admission = admission;
    request.timer.run();
    request.timer = loop.after(admission.delayNanos(), () -> finish(request, admission));
  }

  /** Ends the wait of a request with its decision. */
  private void finish(HeldRequest request, Decision decision) {
    request.admission = null;
    end(request, decision.allowed() ? WaitEnd.FORWARDED : WaitEnd.DENIED);
    answer(request, decision);
  }

  /** Ends the wait of a request without a decision. */
  private void refuse(HeldRequest request, WaitEnd how) {
    Line line = request.line;
    if (line != null) {
      line.turns.remove(line, request);
    }
    Decision admission = request.admission;
    end(request, how);
    request.answer.completeExceptionally(refusal());
    if (admission != null) {
      finish(request, admission); // gives it back
    }
  }

  private void end(HeldRequest request, WaitEnd how) {
    request.timer.run();
    if (held.remove(request)) {
      waiting = held.size();
      long nanos = loop.nanos() - request.since;
      request.waited.accept(nanos);
      listener.ended(how, nanos);
    }
  }

  /** Checks a request whose time is over once more, unless its check is in flight. */
  private void timeOver(HeldRequest request) {
    request.last = true;
    Line line = request.line;
    if (line == null || line.turns.asks(request)) {
      return;
    } else if (line.turns.isNext(line, request)) {
      line.turns.run();
    } else {
      CompletableFuture<Decision> check = check(request);
      line.turns.remove(line, request);
      var unused =
          check.whenComplete((decision, failure) -> loop.execute(() -> complete(request, check)));
    }
  }

  /** Checks a request that waits. */
  CompletableFuture<Decision> check(HeldRequest request) {
    return ask(request, denial -> !request.last && mayWait(denial));
  }

  private CompletableFuture<Decision> ask(HeldRequest request, Predicate<Decision> waits) {
    try {
      return engine.checkAsync(request.request, waits).toCompletableFuture();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e); // so that a line never stops
    }
  }

  /** Returns the denial of a check after which the request goes on waiting, or else null. */
  @Nullable Decision keepsWaiting(HeldRequest request, CompletableFuture<Decision> check) {
    if (check.isCompletedExceptionally() || request.last || closed) {
      return null;
    }
    Decision decision = check.join();
    return decision.key() != null && mayWait(decision) ? decision : null;
  }

  /** Acts on the last check of a request that has waited. */
  void complete(HeldRequest request, CompletableFuture<Decision> check) {
    if (check.isCompletedExceptionally()) {
      end(request, WaitEnd.FAILED);
      var unused =
          check.whenComplete((none, failure) -> request.answer.completeExceptionally(failure));
    } else if (check.join().delayNanos() > 0 && held.contains(request)) {
      delay(request, check.join());
    } else {
      finish(request, check.join());
    }
  }

  @Override
  public String toString() {
    return waiting + " requests wait for " + lines.keys() + " keys, " + wakeups;
  }
}
