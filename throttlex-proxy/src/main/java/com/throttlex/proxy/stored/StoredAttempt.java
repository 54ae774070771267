package com.throttlex.proxy.stored;

import com.throttlex.Decision;
import com.throttlex.adaptive.Outcome;
import com.throttlex.algorithm.Limit;
import com.throttlex.proxy.AnswerMeter;
import com.throttlex.proxy.ProxyParts;
import com.throttlex.proxy.ProxyRoute;
import com.throttlex.proxy.stored.StoredListener.Event;
import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredRequests;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One delivery of a stored request: checked, held, sent, and then finished or given back.
 *
 * <p>The rules decide first, with the identity that the request was accepted with. A denied request
 * keeps its place and waits. Before it is sent, the store marks it as sent; from then on it cannot
 * be cancelled. While it is in flight, the attempt keeps its lane. Its slots are freed and its cost
 * is settled when the answer is complete, or when the call fails. The attempt ends exactly once, on
 * the event loop where it began.
 */
final class StoredAttempt {
  private static final Logger LOG = LoggerFactory.getLogger(StoredAttempt.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final long HOLD_MILLIS = StoredSender.VISIBILITY.toMillis() / 3;
  private static final int MOST_SAVES = 5;
  private static final int LONGEST_BACKOFF = 6;

  private final ProxyParts parts;
  private final StoredRequests store;
  private final StoredListener listener;
  private final ProxyRoute route;
  private final StoredDelivery delivery;
  private final Consumer<Duration> onEnd;
  private final Context loop = Vertx.currentContext();
  private long holder = -1;

  /**
   * Creates an attempt.
   *
   * @param onEnd called when it has ended, with the time after which the lane is due
   */
  StoredAttempt(
      ProxyParts parts,
      StoredRequests store,
      StoredListener listener,
      ProxyRoute route,
      StoredDelivery delivery,
      Consumer<Duration> onEnd) {
    this.parts = parts;
    this.store = store;
    this.listener = listener;
    this.route = route;
    this.delivery = delivery;
    this.onEnd = onEnd;
  }

  void start() {
    StoredCall call;
    try {
      call = StoredCall.parse(delivery.content());
    } catch (RuntimeException e) {
      failed("the stored request cannot be read");
      return;
    }
    then(
        () -> parts.throttlex().checkAsync(call.context(), StoredAttempt::waits),
        (decision, failure) -> {
          if (decision == null) {
            LOG.debug("stored requests: not decided", failure);
            giveBack(PAUSE, null);
          } else if (decision.allowed()) {
            hold(call, decision);
          } else if (!waits(decision)) {
            failed("costs more than the rules allow at once, so it can never be allowed");
          } else {
            giveBack(StoredDoor.recheckAfter(decision), null);
          }
        });
  }

  /** Returns whether a denied request waits further; then its denial is not reported again. */
  private static boolean waits(Decision denial) {
    return denial.waitNanos() != Limit.NEVER;
  }

  private void hold(StoredCall call, Decision decision) {
    then(
        this::keep,
        (held, failure) -> {
          if (!Boolean.TRUE.equals(held)) { // cancelled, or taken by another node
            parts.throttlex().undelivered(call.context(), decision);
            onEnd.accept(failure == null ? Duration.ZERO : PAUSE);
            return;
          }
          holder = parts.vertx().setPeriodic(HOLD_MILLIS, due -> keepOn());
          long millis = decision.delayMillis();
          if (millis > 0) {
            parts.vertx().setTimer(millis, due -> send(call, decision));
          } else {
            send(call, decision);
          }
        });
  }

  private CompletionStage<Boolean> keep() {
    return store.hold(
        delivery.service(), delivery.ticket(), delivery.consumer(), StoredSender.VISIBILITY);
  }

  private void keepOn() {
    var unused = keep();
  }

  private void send(StoredCall call, Decision decision) {
    long began = parts.time().nanos();
    AnswerMeter meter = parts.hooks().meters().of(decision);
    listener.happened(route, Event.SENT, 1);
    new UpstreamCall(parts, route, call, delivery.ticket(), meter)
        .send()
        .onComplete(
            result -> {
              StoredAnswer answer = result.result();
              Outcome outcome =
                  answer == null ? Outcome.FAILURE : Outcome.ofStatus(answer.status());
              parts.throttlex().ended(call.context(), began, outcome);
              meter.end(outcome, answer != null && !answer.cut());
              if (answer == null) {
                failed(String.valueOf(result.cause().getMessage()));
              } else if (isFailure(answer.status())) {
                failed("upstream answered " + answer.status());
              } else {
                finish(answer, 1);
              }
            });
  }

  /** Returns whether a gateway or an overloaded server answered, not the application. */
  private static boolean isFailure(int status) {
    return status >= 502 && status <= 504;
  }

  private void failed(String reason) {
    int doublings = Math.min(delivery.attempt() - 1, LONGEST_BACKOFF);
    giveBack(Duration.ofSeconds(1L << doublings), reason);
  }

  private void giveBack(Duration after, @Nullable String reason) {
    then(
        () ->
            store.giveBack(
                delivery.service(), delivery.ticket(), delivery.consumer(), after, reason),
        (done, failure) -> {
          if (reason != null && Boolean.TRUE.equals(done)) {
            listener.happened(route, delivery.last() ? Event.FAILED : Event.RETRIED, 1);
          }
          end(after);
        });
  }

  /** Saves the answer. If that fails too often, another delivery will get another answer. */
  private void finish(StoredAnswer answer, int attempt) {
    then(
        () ->
            store.finish(
                delivery.service(),
                delivery.ticket(),
                delivery.consumer(),
                answer.bytes(),
                answer.brief().bytes()),
        (done, failure) -> {
          if (failure == null || attempt == MOST_SAVES) {
            if (Boolean.TRUE.equals(done)) {
              listener.happened(route, Event.ANSWERED, 1);
            }
            end(Duration.ZERO);
          } else {
            parts.vertx().setTimer(PAUSE.toMillis(), due -> finish(answer, attempt + 1));
          }
        });
  }

  private void end(Duration wait) {
    if (holder >= 0) {
      parts.vertx().cancelTimer(holder);
    }
    onEnd.accept(wait);
  }

  /** Returns the stage of some work; a failed one if the work throws. */
  static <T> CompletionStage<T> stage(Supplier<CompletionStage<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Continues on the event loop, with a result or a failure. */
  private <T> void then(
      Supplier<CompletionStage<T>> work, BiConsumer<@Nullable T, @Nullable Throwable> next) {
    stage(work)
        .whenComplete((result, failure) -> loop.runOnContext(now -> next.accept(result, failure)));
  }
}
