package com.throttlex.queue;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Limit;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Drains a queue at the rate that the rules permit: takes a request, waits until it is allowed,
 * does the work, and acknowledges.
 *
 * <p>The rules that deny and those that permit are the same, so what is drained and what comes
 * directly share one limit. Work that fails is tried again later, up to the queue's number of
 * attempts. One request at a time; for more, use several workers with different names.
 */
public final class QueueWorker implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int REASON_LENGTH = 200;

  /** What is to be done with a request that is allowed. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Does the work; what it throws is a failure, but for an interruption, after which the request
     * is given back as if it had not been taken.
     */
    void handle(Delivery delivery) throws Exception;
  }

  /** What became of a delivery: done, failed for a reason, or to be looked at again later. */
  private record Outcome(boolean done, @Nullable String reason, Duration after) {
    static final Outcome DONE = new Outcome(true, null, Duration.ZERO);
  }

  private final OverflowQueue queue;
  private final ThrottleX throttlex;
  private final Function<String, RequestContext> reader;
  private final Handler handler;
  private final TimeSource time;
  private final WorkerOptions options;
  private volatile boolean closed;
  private @Nullable Thread thread;

  /**
   * A worker that has not begun.
   *
   * @param throttlex decides when a request may pass
   * @param reader reads what was queued
   */
  public QueueWorker(
      OverflowQueue queue,
      ThrottleX throttlex,
      Function<String, RequestContext> reader,
      Handler handler,
      TimeSource time,
      WorkerOptions options) {
    this.queue = queue;
    this.throttlex = throttlex;
    this.reader = reader;
    this.handler = handler;
    this.time = time;
    this.options = options;
  }

  /** Works on a thread of its own until it is closed. */
  public synchronized void start() {
    if (thread == null && !closed) {
      thread = new Thread(this::run, "throttlex-queue-" + options.consumer());
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run() {
    try {
      while (!closed) {
        if (!tryNext()) {
          time.sleep(options.poll().toNanos());
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A queue or store that cannot be reached is tried again like an empty one. */
  private boolean tryNext() throws InterruptedException {
    try {
      return next();
    } catch (RuntimeException e) {
      return false;
    }
  }

  /**
   * Takes one request and does with it what can be done within the patience; false when the queue
   * had none.
   */
  public boolean next() throws InterruptedException {
    List<Delivery> taken =
        await(queue.take(options.service(), options.consumer(), 1, options.visibility()));
    for (Delivery delivery : taken) {
      work(delivery);
    }
    return !taken.isEmpty();
  }

  private void work(Delivery delivery) throws InterruptedException {
    Outcome outcome;
    try {
      outcome = outcome(delivery);
    } catch (InterruptedException e) {
      giveBack(delivery, Duration.ZERO, null);
      throw e;
    } catch (RuntimeException e) {
      giveBack(delivery, options.poll(), null);
      throw e;
    }
    if (outcome.done()) {
      await(queue.acknowledge(delivery.service(), delivery.ticket()));
    } else {
      giveBack(delivery, outcome.after(), outcome.reason());
    }
  }

  private void giveBack(Delivery delivery, Duration after, @Nullable String reason) {
    await(queue.retry(delivery.service(), delivery.ticket(), delivery.consumer(), after, reason));
  }

  private Outcome outcome(Delivery delivery) throws InterruptedException {
    RequestContext request;
    try {
      request = reader.apply(delivery.request()).toBuilder().idempotencyKey(null).build();
    } catch (InvalidRequestException e) {
      return failed(delivery, e);
    }
    try {
      return throttlex.call(
          request,
          options.patience(),
          () -> handled(delivery),
          denied -> later(delivery, denied.waitNanos()));
    } catch (InterruptedException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e); // the work throws nothing else
    }
  }

  private Outcome handled(Delivery delivery) throws InterruptedException {
    try {
      handler.handle(delivery);
      return Outcome.DONE;
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return failed(delivery, e);
    }
  }

  private Outcome failed(Delivery delivery, Exception failure) {
    return failed(delivery, String.valueOf(failure));
  }

  private Outcome failed(Delivery delivery, String reason) {
    String shown = reason.length() > REASON_LENGTH ? reason.substring(0, REASON_LENGTH) : reason;
    return new Outcome(false, shown, options.backoff(delivery.attempt()));
  }

  private Outcome later(Delivery delivery, long waitNanos) {
    return waitNanos == Limit.NEVER
        ? failed(delivery, "costs more than the rules allow at once")
        : new Outcome(false, null, Duration.ofNanos(waitNanos).plusMillis(1));
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Stops, and gives back the request that it waits with; waits a while for work to end. */
  @Override
  public void close() {
    closed = true;
    Thread running;
    synchronized (this) {
      running = thread;
    }
    if (running == null) {
      return;
    }
    running.interrupt();
    try {
      running.join(PATIENCE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
