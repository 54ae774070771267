package com.throttlex.jdbc;

import com.throttlex.queue.OverflowQueue;
import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.StoredState.Stage;
import com.throttlex.queue.TakenRequests;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored requests of one service in a transaction that has locked its queue.
 *
 * <p>A lane has a row while it has requests: when it is due, who has it, and how much is in it. The
 * first request of a lane is the only one that can be taken. A request that has ended leaves its
 * lane, and its row has the answer in place of the request. Ended requests are in a lane without a
 * name, which is never due.
 */
final class StoredLanes {
  private static final byte[] NOTHING = {};
  private static final String ENDED = "";

  private final LaneTransaction transaction;
  private final QueueLane queue;
  private final String service;
  private final String id;
  private final StoredLimits limits;
  private final long now;
  private int buried;

  StoredLanes(LaneTransaction transaction, QueueLane queue, String service, StoredLimits limits)
      throws SQLException {
    this.transaction = transaction;
    this.queue = queue;
    this.service = service;
    this.limits = limits;
    id = LaneTransaction.id(service);
    now = transaction.now();
  }

  /** The number of waiting requests, and their bytes. */
  private record Size(long count, long bytes) {
    static final Size NONE = new Size(0, 0);

    static Size of(Row row) throws SQLException {
      return new Size(row.number("waiting"), row.number("waiting_bytes"));
    }
  }

  boolean store(StoredRequest request, long waitMillis) throws SQLException {
    Size lane =
        transaction.first(Size::of, "stored-lane-size", id, request.lane()).orElse(Size.NONE);
    Size all = size();
    long bytes = request.content().length + (long) request.summary().length();
    if (!limits.hasRoom(all.count, all.bytes, lane.count, lane.bytes, bytes)) {
      return false;
    }
    long deadline = now + limits.patience().toMillis();
    transaction.update(
        "stored-add",
        request.ticket(),
        id,
        request.lane(),
        queue.nextNumber(),
        Stage.WAITING.name(),
        request.summary(),
        request.content(),
        bytes,
        deadline);
    resize(request.lane(), 1, bytes, Math.min(now + waitMillis, deadline));
    return true;
  }

  private Size size() throws SQLException {
    return size(transaction, service);
  }

  private static Size size(LaneTransaction transaction, String service) throws SQLException {
    return transaction
        .first(Size::of, "stored-size", LaneTransaction.id(service))
        .orElse(Size.NONE);
  }

  /** Returns how many requests of a service are stored, without a lock. */
  static long count(LaneTransaction transaction, String service) throws SQLException {
    return size(transaction, service).count;
  }

  /** Changes the size of a lane; a new lane is due at that time, and an empty one is removed. */
  private void resize(String lane, int count, long bytes, long dueAt) throws SQLException {
    transaction.update("stored-resize", count, bytes, id);
    resizeLane(lane, count, bytes, dueAt);
  }

  private void resizeLane(String lane, int count, long bytes, long dueAt) throws SQLException {
    int changed = transaction.update("stored-lane-resize", count, bytes, id, lane);
    if (changed == 0) {
      transaction.update("stored-lane-add", id, lane, dueAt, count, bytes);
    } else if (count < 0) {
      transaction.update("stored-lane-remove", id, lane);
    }
  }

  TakenRequests take(String consumer, int max, long visibilityMillis) throws SQLException {
    List<StoredDelivery> taken = new ArrayList<>();
    long room = StoredRequests.MAX_TAKEN_BYTES;
    for (String lane : transaction.texts("lane_id", "stored-due", id, now, max)) {
      Optional<StoredRow> head = head(lane);
      if (head.isPresent()) {
        StoredRow row = head.get();
        room -= row.bytes();
        if (room < 0 && !taken.isEmpty()) {
          break;
        }
        int attempt = row.isUnsent() ? Math.max(1, row.attempts()) : row.attempts() + 1;
        put(row, row.stage(), attempt);
        due(lane, now + visibilityMillis, StoredRow.unsent(consumer));
        byte[] content = content(transaction, row.ticket()).orElse(NOTHING);
        boolean last = attempt >= limits.attempts();
        taken.add(new StoredDelivery(service, row.ticket(), consumer, content, attempt, last));
      }
    }
    return new TakenRequests(taken, buried, size().count);
  }

  /**
   * Returns the first request of a lane, after those that are given up. A delivery whose consumer
   * was lost before it sent the request is no attempt.
   */
  private Optional<StoredRow> head(String lane) throws SQLException {
    while (true) {
      Optional<StoredRow> head = transaction.first(StoredRow::of, "stored-head", id, lane);
      if (head.isEmpty()) {
        return head;
      }
      StoredRow row = head.get();
      if (row.endsAt() <= now) {
        bury(row, OverflowQueue.EXPIRED);
      } else if (row.attempts() >= limits.attempts() && !row.isUnsent()) {
        bury(row, OverflowQueue.ABANDONED);
      } else {
        return head;
      }
    }
  }

  private static Optional<byte[]> content(LaneTransaction transaction, String ticket)
      throws SQLException {
    return transaction.first(row -> row.bytes("content"), "stored-content", ticket);
  }

  boolean hold(String ticket, String consumer, long visibilityMillis) throws SQLException {
    Optional<StoredRow> row = held(ticket, consumer);
    if (row.isPresent()) {
      put(row.get(), Stage.SENT, row.get().attempts());
      due(row.get().lane(), now + visibilityMillis, consumer);
    }
    return row.isPresent();
  }

  boolean giveBack(String ticket, String consumer, long afterMillis, @Nullable String reason)
      throws SQLException {
    Optional<StoredRow> found = held(ticket, consumer);
    if (found.isEmpty()) {
      return false;
    }
    StoredRow row = found.get();
    if (reason != null && row.attempts() >= limits.attempts()) {
      due(row.lane(), now, null);
      bury(row, reason);
    } else {
      put(row, row.stage(), row.attempts() - (reason == null ? 1 : 0));
      due(row.lane(), Math.min(now + afterMillis, Math.max(now, row.endsAt())), null);
    }
    return true;
  }

  boolean finish(String ticket, String consumer, byte[] answer, byte[] brief) throws SQLException {
    Optional<StoredRow> row = held(ticket, consumer);
    if (row.isPresent()) {
      Size kept = transaction.first(Size::of, "stored-lane-size", id, ENDED).orElse(Size.NONE);
      boolean fits = kept.bytes + answer.length <= limits.bytes();
      due(row.get().lane(), now, null);
      end(row.get(), Stage.ANSWERED, "", fits ? answer : brief);
    }
    return row.isPresent();
  }

  /** Returns the request of a ticket if the consumer has its lane. */
  private Optional<StoredRow> held(String ticket, String consumer) throws SQLException {
    return transaction
        .first(StoredRow::of, "stored-find", ticket, id)
        .filter(row -> isLive(row) && row.isHeldBy(consumer));
  }

  private static boolean isLive(StoredRow row) {
    return row.stage() == Stage.WAITING || row.stage() == Stage.SENT;
  }

  /** Returns the state of a request, without a lock and without a transaction. */
  static Optional<StoredState> find(LaneTransaction transaction, String service, String ticket)
      throws SQLException {
    Optional<StoredRow> row = known(transaction, LaneTransaction.id(service), ticket);
    if (row.isEmpty()) {
      return Optional.empty();
    }
    StoredRow its = row.get();
    Optional<byte[]> answer = // empty if it expired a moment ago
        its.stage() == Stage.ANSWERED ? content(transaction, ticket) : Optional.of(NOTHING);
    Instant until = Instant.ofEpochMilli(its.endsAt());
    return answer.map(bytes -> new StoredState(its.stage(), its.reason(), bytes, until));
  }

  private static Optional<StoredRow> known(LaneTransaction transaction, String id, String ticket)
      throws SQLException {
    long now = transaction.now();
    return transaction
        .first(StoredRow::of, "stored-find", ticket, id)
        .filter(row -> isLive(row) || row.endsAt() > now);
  }

  /** Returns whether a lane is due, without a lock. */
  static boolean isDue(LaneTransaction transaction, String service) throws SQLException {
    String id = LaneTransaction.id(service);
    return !transaction.texts("lane_id", "stored-due", id, transaction.now(), 1).isEmpty();
  }

  Optional<Stage> cancel(String ticket) throws SQLException {
    Optional<StoredRow> row = known(transaction, id, ticket);
    if (row.isPresent() && row.get().stage() == Stage.WAITING) {
      StoredRow its = row.get();
      boolean first =
          transaction
              .first(StoredRow::of, "stored-head", id, its.lane())
              .filter(head -> head.ticket().equals(ticket))
              .isPresent();
      transaction.update("stored-remove", ticket);
      resize(its.lane(), -1, -its.bytes(), now);
      if (first) { // whoever has it must not send it, so the next one need not wait
        due(its.lane(), now, null);
      }
    }
    return row.map(StoredRow::stage);
  }

  private void put(StoredRow row, Stage stage, int attempts) throws SQLException {
    transaction.update("stored-put", stage.name(), attempts, row.ticket());
  }

  private void due(String lane, long dueAt, @Nullable String holder) throws SQLException {
    transaction.update("stored-lane-due", dueAt, holder, id, lane);
  }

  private void bury(StoredRow row, String reason) throws SQLException {
    buried++;
    end(row, Stage.FAILED, reason, NOTHING);
    queue
        .letters()
        .add(queue.nextNumber(), row.ticket(), row.summary(), reason, row.attempts(), now);
  }

  private void end(StoredRow row, Stage stage, String reason, byte[] answer) throws SQLException {
    transaction.update(
        "stored-end",
        stage.name(),
        reason,
        answer,
        answer.length,
        now + limits.kept().toMillis(),
        row.ticket());
    resize(row.lane(), -1, -row.bytes(), now);
    resizeLane(ENDED, 1, answer.length, Long.MAX_VALUE);
  }

  /** Removes ends that are no longer kept, of all services, and counts the others of this one. */
  void sweep() throws SQLException {
    transaction.update("stored-sweep", now);
    transaction.update("stored-recount", id, id, id);
    transaction.update("stored-lane-remove", id, ENDED);
  }
}
