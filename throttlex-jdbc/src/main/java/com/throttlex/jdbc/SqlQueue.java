package com.throttlex.jdbc;

import com.throttlex.TimeSource;
import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.Delivery;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.QueueStatus;
import com.throttlex.queue.Ticket;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Queues in the database of records, for one node or for all nodes that share the database.
 *
 * <p>A change locks the row of its queue first, so the bounds are exact, and concurrent consumers
 * neither get the same request nor deadlock. Changes run on a thread of their own and are committed
 * together; an accepted request is on disk. Times are those of the database's clock. Each queue has
 * a maximum length, and all together have one. A queue that nobody used for a day is removed, and
 * dead letters after a week.
 */
final class SqlQueue implements OverflowQueue {
  /** The largest number of requests in all queues, and of dead letters. */
  private static final int TOTAL = 100_000;

  private final QueueSweep sweep;
  private final GroupCommit<LaneTransaction> changes;

  /**
   * Creates queues in a database.
   *
   * @param time null for the time of the database
   */
  SqlQueue(Connections connections, QueueLimits limits, @Nullable TimeSource time) {
    this(connections, limits, time, TOTAL);
  }

  /** Creates queues with another total. */
  SqlQueue(Connections connections, QueueLimits limits, @Nullable TimeSource time, int total) {
    SqlScripts scripts = new SqlScripts("queue", connections.dialect());
    sweep = new QueueSweep(total);
    changes =
        new GroupCommit<>(
            connections,
            "change queues",
            session -> new LaneTransaction(session, scripts, limits, time, sweep));
  }

  private <T> CompletionStage<T> in(
      String service, int weight, GroupCommit.Work<LaneTransaction, T> work) {
    return changes.run(service, weight, work);
  }

  /** Changes the queue of a service; returns the default if there is no such queue. */
  private <T> CompletionStage<T> existing(String service, T otherwise, LaneWork<T> work) {
    return in(
        service,
        0,
        transaction -> {
          QueueLane lane = transaction.find(service);
          return lane == null ? otherwise : work.on(lane);
        });
  }

  /** A change of one queue. */
  @FunctionalInterface
  private interface LaneWork<T> {
    T on(QueueLane lane) throws SQLException;
  }

  @Override
  public CompletionStage<Optional<Ticket>> offer(
      String service, String request, @Nullable String once) {
    if (request.length() > MAX_REQUEST_LENGTH) {
      return CompletableFuture.completedFuture(Optional.empty());
    }
    return in(
        service,
        request.length(),
        transaction -> {
          sweep.run(transaction);
          return transaction.lane(service).offer(request, once);
        });
  }

  @Override
  public CompletionStage<List<Delivery>> take(
      String service, String consumer, int max, Duration visibility) {
    OverflowQueue.requireTaking(consumer, max, visibility);
    return in(
        service,
        0,
        transaction ->
            transaction.unlocked(service).isDue()
                ? transaction.lane(service).take(consumer, max, visibility.toMillis())
                : List.of());
  }

  @Override
  public CompletionStage<Boolean> acknowledge(String service, String ticket) {
    return existing(
        service,
        false,
        lane -> {
          Optional<QueueRow> taken = lane.taken(ticket);
          if (taken.isPresent()) {
            lane.remove(taken.get());
          }
          return taken.isPresent();
        });
  }

  @Override
  public CompletionStage<Boolean> retry(
      String service,
      String ticket,
      @Nullable String consumer,
      Duration after,
      @Nullable String reason) {
    return existing(
        service,
        false,
        lane -> {
          Optional<QueueRow> taken =
              lane.taken(ticket).filter(row -> consumer == null || consumer.equals(row.consumer()));
          if (taken.isPresent()) {
            lane.giveBack(taken.get(), after.toMillis(), reason);
          }
          return taken.isPresent();
        });
  }

  @Override
  public CompletionStage<QueueStatus> status(String service) {
    return in(service, 0, transaction -> transaction.unlocked(service).status());
  }

  @Override
  public CompletionStage<List<DeadLetter>> deadLetters(String service, int max) {
    return in(service, 0, transaction -> transaction.unlocked(service).letters().newest(max));
  }

  /** Stops changes; the queues stay. */
  @Override
  public void close() {
    changes.close();
  }
}
