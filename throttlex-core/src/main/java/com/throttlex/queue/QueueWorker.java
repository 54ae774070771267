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
 * Drains a queue at the rate that the rules allow: takes a request, waits until it is allowed, does
 * the work, and acknowledges it.
 *
 * <p>Queued and direct requests are checked by the same rules, so they share one limit. Failed work
 * is retried later, up to the queue's number of attempts. A worker handles one request at a time;
 * for more, use several workers with different names.
 */
public final class QueueWorker implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int REASON_LENGTH = 200;

  /** The work for an allowed request. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Does the work. An exception is a failure, except an interruption: then the request is
     * returned as if it had not been taken.
     */
    void handle(Delivery delivery) throws Exception;
  }

  /** The result of a delivery: done, failed with a reason, or to be retried later. */
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
   * Creates a worker; {@link #start} starts it.
   *
   * @param throttlex decides when a request may proceed
   * @param reader parses a queued text
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

  /** Starts a thread that works until the worker is closed. */
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

  /** Handles one request; a queue or store that is unavailable counts as empty. */
  private boolean tryNext() throws InterruptedException {
    try {
      return next();
    } catch (RuntimeException e) {
      return false;
    }
  }

  /** Takes one request and handles it within the patience; returns false if there was none. */
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
      throw new AssertionError(e); // the work throws no other exception
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
        ? failed(delivery, "costs more than the rules allow at once, so it can never be allowed")
        : new Outcome(false, null, Duration.ofNanos(waitNanos).plusMillis(1));
  }

  private static <T> T await(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  /** Stops the worker, returns a waiting request, and waits a short time for work. */
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
