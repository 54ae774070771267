package com.throttlex.jdbc;

import com.throttlex.TimeSource;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.TakenRequests;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Stored requests in the database of records, for one node or for all nodes that share it.
 *
 * <p>A change locks the row of the service's queue first, as in {@link SqlQueue}: so bounds and the
 * order in lanes are exact. Changes are committed together; a stored request is on disk.
 */
final class SqlStoredRequests implements StoredRequests {
  private static final long SWEEP_MILLIS = 60_000;

  private final GroupCommit<LaneTransaction> changes;
  private final QueuedReads reads;
  private final Function<Session, LaneTransaction> transactions;
  private final StoredLimits limits;

  /** The times of the next sweeps by service; only the thread of changes uses them. */
  private final Map<String, Long> sweeps = new HashMap<>();

  SqlStoredRequests(Connections connections, StoredLimits limits, @Nullable TimeSource time) {
    this.limits = limits;
    SqlScripts scripts = new SqlScripts("queue", connections.dialect());
    QueueLimits letters = new QueueLimits(1, limits.patience(), limits.attempts(), limits.dead());
    QueueSweep none = new QueueSweep(Integer.MAX_VALUE);
    transactions = session -> new LaneTransaction(session, scripts, letters, time, none);
    changes = new GroupCommit<>(connections, "change stored requests", transactions);
    reads = new QueuedReads(connections, "read stored requests");
  }

  /** A change of the stored requests of one service. */
  @FunctionalInterface
  private interface LanesWork<T> {
    T on(StoredLanes lanes) throws SQLException;
  }

  private <T> CompletionStage<T> existing(String service, T otherwise, LanesWork<T> work) {
    return changes.run(
        service,
        0,
        transaction -> {
          QueueLane queue = transaction.find(service);
          return queue == null
              ? otherwise
              : work.on(new StoredLanes(transaction, queue, service, limits));
        });
  }

  @Override
  public CompletionStage<Boolean> store(StoredRequest request, Duration wait) {
    return changes.run(
        request.service(),
        request.content().length,
        transaction -> {
          QueueLane queue = transaction.lane(request.service());
          return new StoredLanes(transaction, queue, request.service(), limits)
              .store(request, wait.toMillis());
        });
  }

  /** Removes ends that are no longer kept, once a minute. */
  private void sweep(LaneTransaction transaction, String service) throws SQLException {
    long now = transaction.now();
    if (now < sweeps.getOrDefault(service, 0L)) {
      return;
    }
    sweeps.put(service, now + SWEEP_MILLIS);
    QueueLane queue = transaction.find(service);
    if (queue != null) {
      new StoredLanes(transaction, queue, service, limits).sweep();
    }
  }

  @Override
  public CompletionStage<TakenRequests> take(
      String service, String consumer, int max, Duration visibility) {
    OverflowQueue.requireTaking(consumer, max, visibility);
    return changes.run(
        service,
        0,
        transaction -> {
          sweep(transaction, service);
          return StoredLanes.isDue(transaction, service)
              ? new StoredLanes(transaction, transaction.lane(service), service, limits)
                  .take(consumer, max, visibility.toMillis())
              : new TakenRequests(List.of(), 0, StoredLanes.count(transaction, service));
        });
  }

  @Override
  public CompletionStage<Boolean> hold(
      String service, String ticket, String consumer, Duration visibility) {
    return existing(service, false, lanes -> lanes.hold(ticket, consumer, visibility.toMillis()));
  }

  @Override
  public CompletionStage<Boolean> giveBack(
      String service, String ticket, String consumer, Duration after, @Nullable String reason) {
    return existing(
        service, false, lanes -> lanes.giveBack(ticket, consumer, after.toMillis(), reason));
  }

  @Override
  public CompletionStage<Boolean> finish(
      String service, String ticket, String consumer, byte[] answer, byte[] brief) {
    return existing(service, false, lanes -> lanes.finish(ticket, consumer, answer, brief));
  }

  @Override
  public CompletionStage<Optional<StoredState>> find(String service, String ticket) {
    return reads.run(session -> StoredLanes.find(transactions.apply(session), service, ticket));
  }

  @Override
  public CompletionStage<Optional<StoredState.Stage>> cancel(String service, String ticket) {
    return existing(service, Optional.empty(), lanes -> lanes.cancel(ticket));
  }

  /** Stops changes; the requests stay. */
  @Override
  public void close() {
    changes.close();
    reads.close();
  }
}
