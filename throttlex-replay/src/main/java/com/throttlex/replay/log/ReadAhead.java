package com.throttlex.replay.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log in a thread of its own, a bounded number of requests and bytes ahead of the thread
 * that uses them, and prepares each request. With the preparation, reading and deciding take about
 * the same time, so two processors are nearly twice as fast.
 *
 * @param <T> a prepared request
 */
public final class ReadAhead<T> implements AutoCloseable {
  private static final int BATCH = 1024;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int BATCHES = 16;
  private static final int PATIENCE_MILLIS = 1000;

  private final TrafficLog log;
  private final Function<LogEntry, T> preparation;
  private final ToLongFunction<T> bytes;
  private final BlockingQueue<Batch<T>> batches = new ArrayBlockingQueue<>(BATCHES);
  private final Thread thread = new Thread(this::run, "read-ahead");
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private boolean ended;

  /** Some requests; those after the last batch are none. */
  private record Batch<T>(List<T> entries, boolean last) {}

  /**
   * Starts to read.
   *
   * @param preparation prepares a request, in the thread that reads
   * @param bytes returns about how much memory a prepared request takes
   */
  public ReadAhead(TrafficLog log, Function<LogEntry, T> preparation, ToLongFunction<T> bytes) {
    this.log = log;
    this.preparation = preparation;
    this.bytes = bytes;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    boolean last = false;
    while (!last && !closed) {
      Batch<T> filled = batch();
      last = filled.last;
      offer(filled);
    }
  }

  private Batch<T> batch() {
    List<T> entries = new ArrayList<>(BATCH);
    boolean last = false;
    long filled = 0;
    try {
      while (!last && entries.size() < BATCH && filled < BATCH_BYTES) {
        LogEntry entry = log.next();
        if (entry == null) {
          last = true;
        } else {
          T prepared = preparation.apply(entry);
          entries.add(prepared);
          filled += bytes.applyAsLong(prepared);
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
      last = true;
    }
    return new Batch<>(entries, last);
  }

  private void offer(Batch<T> some) {
    try {
      boolean taken = false;
      while (!taken && !closed) {
        taken = batches.offer(some, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the next requests; none at the end. */
  public List<T> next() {
    List<T> entries = List.of();
    while (!ended && entries.isEmpty()) {
      entries = await();
    }
    return entries;
  }

  private List<T> await() {
    Batch<T> batch;
    try {
      batch = batches.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      batch = new Batch<>(List.of(), true);
    }
    ended = batch.last;
    if (ended && failure != null) {
      throw new IllegalStateException(
          "reading failed: " + failure, Objects.requireNonNull(failure));
    }
    return batch.entries;
  }

  /** Stops reading. */
  @Override
  public void close() {
    closed = true;
    batches.clear();
    try {
      thread.join(PATIENCE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
