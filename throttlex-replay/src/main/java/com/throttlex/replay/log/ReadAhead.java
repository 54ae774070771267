package com.throttlex.replay.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log in a thread of its own, a bounded number of requests and bytes ahead of the thread
 * that uses them. Reading and deciding take about the same time, so two processors are nearly twice
 * as fast.
 */
public final class ReadAhead implements AutoCloseable {
  private static final int BATCH = 1024;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int BATCHES = 16;
  private static final int PATIENCE_MILLIS = 1000;

  private final TrafficLog log;
  private final BlockingQueue<Batch> batches = new ArrayBlockingQueue<>(BATCHES);
  private final Thread thread = new Thread(this::run, "read-ahead");
  private volatile boolean closed;
  private volatile @Nullable Throwable failure;
  private Batch batch = new Batch(List.of(), false);
  private int next;

  /** Some requests; those after the last batch are none. */
  private record Batch(List<LogEntry> entries, boolean last) {}

  /** Starts to read. */
  public ReadAhead(TrafficLog log) {
    this.log = log;
    thread.setDaemon(true);
    thread.start();
  }

  private void run() {
    boolean last = false;
    while (!last && !closed) {
      Batch filled = batch();
      last = filled.last;
      offer(filled);
    }
  }

  private Batch batch() {
    List<LogEntry> entries = new ArrayList<>(BATCH);
    boolean last = false;
    long bytes = 0;
    try {
      while (!last && entries.size() < BATCH && bytes < BATCH_BYTES) {
        LogEntry entry = log.next();
        if (entry == null) {
          last = true;
        } else {
          entries.add(entry);
          bytes += entry.bytes();
        }
      }
    } catch (RuntimeException | Error e) {
      failure = e;
      last = true;
    }
    return new Batch(entries, last);
  }

  private void offer(Batch some) {
    try {
      boolean taken = false;
      while (!taken && !closed) {
        taken = batches.offer(some, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the next request; null at the end. */
  public @Nullable LogEntry next() {
    while (next == batch.entries.size() && !batch.last) {
      await();
    }
    return next == batch.entries.size() ? null : batch.entries.get(next++);
  }

  private void await() {
    try {
      batch = batches.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      batch = new Batch(List.of(), true);
    }
    next = 0;
    if (batch.last && failure != null) {
      throw new IllegalStateException(
          "reading failed: " + failure, Objects.requireNonNull(failure));
    }
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
