package com.throttlex.jdbc;

import com.throttlex.store.StoreUnavailableException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs small changes on a thread of its own, and commits those that wait together.
 *
 * <p>A commit takes as long for a hundred changes as for one. So the changes that arrive during a
 * transaction form the next one. In a transaction they run in the order of their lanes, so that
 * several processes lock rows in the same order; those of one lane keep their order of arrival. If
 * a transaction fails for a reason other than the database, each change is tried alone, so that one
 * change cannot fail another. The number and the bytes of waiting changes are bounded.
 *
 * @param <C> what the changes of one transaction share
 */
final class GroupCommit<C> implements AutoCloseable {
  private static final int MOST_WAITING = 4_096;
  private static final int MOST_TOGETHER = 256;
  private static final long MOST_BYTES = Runtime.getRuntime().maxMemory() / 16;
  private static final long BYTES_TOGETHER = 8L << 20;

  private final Connections connections;
  private final String operation;
  private final Function<Session, C> context;
  private final ExecutorService thread;
  private final Deque<Job<C, ?>> waiting = new ArrayDeque<>();
  private long bytes;
  private boolean running;
  private boolean closed;

  /**
   * Creates a group.
   *
   * @param operation the operation, for messages
   * @param context makes what the changes of one transaction share
   */
  GroupCommit(Connections connections, String operation, Function<Session, C> context) {
    this.connections = connections;
    this.operation = operation;
    this.context = context;
    thread = oneThread(operation, new LinkedBlockingQueue<>());
  }

  /** Returns an executor with one thread, which ends when it has nothing to do. */
  static ExecutorService oneThread(String operation, BlockingQueue<Runnable> waiting) {
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            30,
            TimeUnit.SECONDS,
            waiting,
            work -> {
              Thread made = new Thread(work, "throttlex-" + operation.replace(' ', '-'));
              made.setDaemon(true);
              return made;
            });
    one.allowCoreThreadTimeOut(true);
    return one;
  }

  /** A change; it may run more than once, and only its last result counts. */
  @FunctionalInterface
  interface Work<C, T> {
    T with(C context) throws SQLException;
  }

  private static final class Job<C, T> {
    final String lane;
    final int weight;
    final Work<C, T> work;
    final CompletableFuture<T> done = new CompletableFuture<>();
    private @Nullable T result;

    Job(String lane, int weight, Work<C, T> work) {
      this.lane = lane;
      this.weight = weight;
      this.work = work;
    }

    void run(C context) throws SQLException {
      result = work.with(context);
    }

    @SuppressWarnings("NullAway") // run was called
    void complete() {
      done.complete(result);
    }
  }

  /**
   * Runs a change; the stage completes after the commit.
   *
   * @param lane changes of different lanes may change their order
   * @param weight about how many bytes the change holds
   */
  <T> CompletionStage<T> run(String lane, int weight, Work<C, T> work) {
    Job<C, T> job = new Job<>(lane, weight, work);
    synchronized (this) {
      String refusal = refusal(weight);
      if (refusal != null) {
        return CompletableFuture.failedFuture(
            new StoreUnavailableException("database: " + operation + ": " + refusal));
      }
      waiting.add(job);
      bytes += weight;
      if (!running) {
        running = true;
        thread.execute(this::drain);
      }
    }
    return job.done;
  }

  private @Nullable String refusal(int weight) {
    if (closed) {
      return "closed (expected: open)";
    }
    boolean full = waiting.size() >= MOST_WAITING || (bytes > 0 && bytes + weight > MOST_BYTES);
    return full ? waiting.size() + " changes wait (expected: room)" : null;
  }

  private void drain() {
    for (List<Job<C, ?>> batch = next(); !batch.isEmpty(); batch = next()) {
      commit(batch);
    }
  }

  private synchronized List<Job<C, ?>> next() {
    List<Job<C, ?>> batch = new ArrayList<>();
    long together = 0;
    while (!waiting.isEmpty()
        && batch.size() < MOST_TOGETHER
        && (batch.isEmpty() || together + waiting.element().weight <= BYTES_TOGETHER)) {
      Job<C, ?> job = waiting.remove();
      together += job.weight;
      batch.add(job);
    }
    bytes -= together;
    running = !batch.isEmpty();
    batch.sort(Comparator.comparing(job -> job.lane));
    return batch;
  }

  private void commit(List<Job<C, ?>> batch) {
    try {
      connections.write(
          operation,
          session -> {
            C shared = context.apply(session);
            for (Job<C, ?> job : batch) {
              job.run(shared);
            }
            return batch;
          });
    } catch (RuntimeException | Error e) { // an error must not end the thread of changes
      if (batch.size() > 1 && isOfOneChange(e)) {
        batch.forEach(job -> commit(List.of(job)));
      } else {
        batch.forEach(job -> job.done.completeExceptionally(failure(e)));
      }
      return;
    }
    batch.forEach(Job::complete);
  }

  /** Returns whether nothing is committed, and the database itself works. */
  private static boolean isOfOneChange(Throwable failure) {
    return !(failure instanceof DatabaseException e)
        || (!e.isInDoubt() && e.reason() == FailureReason.OTHER);
  }

  /** Returns the failure of a store for that of a database. */
  static Throwable failure(Throwable e) {
    return e instanceof DatabaseException
        ? new StoreUnavailableException("database: " + e.getMessage(), e)
        : e;
  }

  /** Refuses further changes, and waits a short time for those that run. */
  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    thread.shutdown();
    try {
      var unused = thread.awaitTermination(5, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
