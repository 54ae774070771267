package com.throttlex.server.insight;

import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.Retention;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.micrometer.DecisionCount;
import com.throttlex.micrometer.DecisionMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to the database what decisions leave behind, and deletes what is too old.
 *
 * <p>Called every few seconds and at the end. When the database fails, notes and counts are kept
 * for the next time; notes only as far as there is room.
 */
public final class Records {
  private static final Logger LOG = LoggerFactory.getLogger(Records.class);
  private static final Duration RETENTION_EVERY = Duration.ofHours(1);

  private final Database database;
  private final DecisionMetrics metrics;
  private final ThrottledUsers throttled;
  private final MovedLimits moved;
  private final QueueUse queueUse;
  private final List<AuditEntry> unwritten = new ArrayList<>();
  private Map<String, DecisionCount> written = Map.of();
  private Instant minute;
  private Instant retained = Instant.MIN;
  private volatile @Nullable String problem;

  /** Records from that time on. */
  public Records(
      Database database,
      DecisionMetrics metrics,
      ThrottledUsers throttled,
      MovedLimits moved,
      QueueUse queueUse,
      Instant now) {
    this.database = database;
    this.metrics = metrics;
    this.throttled = throttled;
    this.moved = moved;
    this.queueUse = queueUse;
    this.minute = now.truncatedTo(ChronoUnit.MINUTES);
  }

  /** Writes what is due: notes at once, usage when its minute is over, and deletes once an hour. */
  public synchronized void write(Instant now) {
    attempt(
        () -> {
          writeMoved();
          writeNotes(false);
          if (now.truncatedTo(ChronoUnit.MINUTES).isAfter(minute)) {
            writeUsage();
            minute = now.truncatedTo(ChronoUnit.MINUTES);
          }
          if (!now.isBefore(retained.equals(Instant.MIN) ? now : retained.plus(RETENTION_EVERY))) {
            Retention.apply(database, now);
            retained = now;
          }
        });
  }

  /** Writes everything there is; before the end. */
  public synchronized void flush() {
    attempt(
        () -> {
          writeMoved();
          writeNotes(true);
          writeUsage();
        });
  }

  private void attempt(Runnable work) {
    try {
      work.run();
      if (problem != null) {
        LOG.info("database: records are written again");
      }
      problem = null;
    } catch (DatabaseException e) {
      if (problem == null) {
        LOG.warn("database: records are kept back until it works again", e);
      }
      problem = e.getMessage();
    }
  }

  /** Why records could not be written last time, or null when they were. */
  public @Nullable String problem() {
    return problem;
  }

  private void writeMoved() {
    List<AuditEntry> pending = moved.pending();
    if (!pending.isEmpty()) {
      database.audit().append(pending);
      moved.written(pending.size());
    }
  }

  private void writeNotes(boolean all) {
    List<AuditEntry> taken = throttled.take();
    taken.addAll(queueUse.take(all));
    int room = Math.max(0, ThrottledUsers.MOST - unwritten.size());
    unwritten.addAll(taken.subList(0, Math.min(room, taken.size())));
    if (!unwritten.isEmpty()) {
      database.audit().append(unwritten);
      unwritten.clear();
    }
  }

  private void writeUsage() {
    Map<String, DecisionCount> counts = metrics.counts();
    List<UsageCount> changes = new ArrayList<>();
    counts.forEach(
        (rule, count) -> {
          DecisionCount before = written.getOrDefault(rule, new DecisionCount(0, 0, 0));
          DecisionCount change = count.minus(before);
          if (!count.equals(before)) {
            changes.add(
                new UsageCount(rule, change.allowed(), change.blocked(), change.shadowBlocked()));
          }
        });
    if (!changes.isEmpty()) {
      database.usage().add(minute, changes);
    }
    written = counts;
  }
}
