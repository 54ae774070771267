package com.throttlex.server.insight;

import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.DatabaseException;
import com.throttlex.jdbc.FailureReason;
import com.throttlex.jdbc.Retention;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.micrometer.DecisionCount;
import com.throttlex.micrometer.DecisionMetrics;
import com.throttlex.server.admin.UnwrittenUsage;
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
 * Writes audit entries and usage records to the database, and deletes old ones.
 *
 * <p>It is called every few seconds and at the end. When the database fails, entries and counts are
 * kept for the next time; entries only as far as there is room. When it fails during a commit,
 * records may be written again: twice rather than never.
 */
public final class Records {
  private static final Logger LOG = LoggerFactory.getLogger(Records.class);
  private static final Duration RETENTION_EVERY = Duration.ofHours(1);

  private final Database database;
  private final DecisionMetrics metrics;
  private final ThrottledUsers throttled;
  private final MovedLimits moved;
  private final QueueUse queueUse;
  private volatile Written written;
  private Instant retained = Instant.MIN;
  private volatile @Nullable String problem;

  /**
   * The counts that are in the database.
   *
   * @param minute the minute that later counts belong to
   * @param writes how often counts were written
   */
  private record Written(Map<String, DecisionCount> counts, Instant minute, long writes) {}

  /** Creates records from that time on. */
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
    written = new Written(Map.of(), now.truncatedTo(ChronoUnit.MINUTES), 0);
  }

  /** Writes audit entries, usage after its minute ends; deletes old records once an hour. */
  public synchronized void write(Instant now) {
    attempt(
        () -> {
          writeNotes(false);
          Instant minute = now.truncatedTo(ChronoUnit.MINUTES);
          if (minute.isAfter(written.minute)) {
            writeUsage(minute);
          }
          if (!now.isBefore(retained.equals(Instant.MIN) ? now : retained.plus(RETENTION_EVERY))) {
            Retention.apply(database, now);
            retained = now;
          }
        });
  }

  /** Writes everything, before the service ends. */
  public synchronized void flush() {
    attempt(
        () -> {
          writeNotes(true);
          writeUsage(written.minute);
        });
  }

  private void attempt(Runnable work) {
    try {
      if (database.problem() != null) {
        database.checkWrites();
      }
      work.run();
      if (problem != null) {
        LOG.info("database: available again; audit entries and usage are written");
      }
      problem = null;
    } catch (DatabaseException e) {
      if (problem == null) {
        report(e);
      }
      problem = e.getMessage();
    }
  }

  private static void report(DatabaseException e) {
    LOG.atWarn()
        .setCause(e.reason() == FailureReason.OTHER ? e : null)
        .log(
            "database: {}; decisions continue, audit entries and usage are kept in memory until it"
                + " can be written; {}",
            e.getMessage(),
            e.reason().remedy());
  }

  /** Returns why records could not be written last time, or null if they were. */
  public @Nullable String problem() {
    return problem;
  }

  private void writeNotes(boolean all) {
    write(moved.pending());
    write(throttled.pending());
    write(queueUse.pending(all));
  }

  private void write(PendingEntries pending) {
    List<AuditEntry> entries = pending.all();
    if (!entries.isEmpty()) {
      database.audit().append(entries);
      pending.written(entries.size());
    }
  }

  /** Writes the counts of the past minute; later ones belong to the next. */
  private void writeUsage(Instant next) {
    Written before = written;
    Map<String, DecisionCount> counts = metrics.counts();
    List<UsageCount> changes = changes(before, counts);
    if (!changes.isEmpty()) {
      database.usage().add(before.minute, changes);
    }
    written = new Written(counts, next, before.writes + 1);
  }

  private static List<UsageCount> changes(Written before, Map<String, DecisionCount> counts) {
    List<UsageCount> changes = new ArrayList<>();
    counts.forEach(
        (rule, count) -> {
          DecisionCount earlier = before.counts.getOrDefault(rule, DecisionCount.ZERO);
          if (!count.equals(earlier)) {
            DecisionCount change = count.minus(earlier);
            changes.add(
                new UsageCount(
                    rule,
                    change.allowed(),
                    change.blocked(),
                    change.shadowBlocked(),
                    change.delayed()));
          }
        });
    return changes;
  }

  /** Returns the decisions that are not yet in the database; never waits for it. */
  public UnwrittenUsage unwritten() {
    Written last = written;
    return new UnwrittenUsage(last.minute, changes(last, metrics.counts()), last.writes);
  }
}
