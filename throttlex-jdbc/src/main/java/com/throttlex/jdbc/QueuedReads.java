package com.throttlex.jdbc;

import com.throttlex.store.StoreUnavailableException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs reads on a thread of its own, one after the other.
 *
 * <p>They use no place of {@link GroupCommit}, so a flood of reads neither delays changes nor has
 * them refused. The number of waiting reads is bounded.
 */
final class QueuedReads implements AutoCloseable {
  private static final int MOST_WAITING = 1_024;

  private final Connections connections;
  private final String operation;
  private final ExecutorService thread;

  /**
   * Creates an empty queue.
   *
   * @param operation the operation, for messages
   */
  QueuedReads(Connections connections, String operation) {
    this.connections = connections;
    this.operation = operation;
    thread = GroupCommit.oneThread(operation, new ArrayBlockingQueue<>(MOST_WAITING));
  }

  /** Runs a read, outside any transaction. */
  <T> CompletionStage<T> run(Session.Work<T> work) {
    CompletableFuture<T> done = new CompletableFuture<>();
    try {
      thread.execute(() -> complete(done, work));
    } catch (RejectedExecutionException e) {
      String refusal = MOST_WAITING + " reads wait, or closed (expected: room, and open)";
      done.completeExceptionally(
          new StoreUnavailableException("database: " + operation + ": " + refusal, e));
    }
    return done;
  }

  private <T> void complete(CompletableFuture<T> done, Session.Work<T> work) {
    try {
      done.complete(connections.read(operation, work));
    } catch (RuntimeException | Error e) { // whoever asks must get an answer
      done.completeExceptionally(GroupCommit.failure(e));
    }
  }

  /** Refuses further reads; those that wait still run. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
