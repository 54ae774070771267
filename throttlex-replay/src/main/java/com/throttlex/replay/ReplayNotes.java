package com.throttlex.replay;

import com.throttlex.TimeSource;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.replay.log.LogReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the notes of a result: facts that are not modelled, and inexact numbers. */
final class ReplayNotes {
  private static final long SECOND = 1_000_000_000L;

  private final ReplayOptions options;
  private boolean wholeSeconds = true;
  private boolean durations;
  private boolean tiers;
  private boolean exact = true;
  private @Nullable LogEntry firstLate;
  private long lateReached;
  private long mostLateNanos;

  ReplayNotes(ReplayOptions options) {
    this.options = options;
  }

  void request(LogEntry entry) {
    wholeSeconds = wholeSeconds && entry.nanos() % SECOND == 0;
    durations |= entry.durationNanos() != LogEntry.UNKNOWN;
    tiers |= entry.request().tier() != null;
  }

  void late(LogEntry entry, long reached) {
    if (firstLate == null) {
      firstLate = entry;
      lateReached = reached;
    }
    mostLateNanos = Math.max(mostLateNanos, reached - entry.nanos());
  }

  void check(BookRun run) {
    exact &= run.isExact();
  }

  List<String> list(LogReport report, BookRun now, @Nullable BookRun before) {
    Set<String> adaptive = new TreeSet<>(now.needs().adaptive());
    Set<String> concurrency = new TreeSet<>(now.needs().concurrency());
    Set<String> queued = new TreeSet<>(now.needs().queued());
    boolean usesTiers = !now.book().tiers().isEmpty();
    long dropped = now.droppedEvents();
    if (before != null) {
      adaptive.addAll(before.needs().adaptive());
      concurrency.addAll(before.needs().concurrency());
      queued.addAll(before.needs().queued());
      dropped += before.droppedEvents();
    }
    List<String> notes = new ArrayList<>();
    if (options.tries() == 0) {
      notes.add("retries are not modelled: a denied request does not come back");
    }
    if (!adaptive.isEmpty()) {
      notes.add(
          durations
              ? "adaptive limits of " + list(adaptive) + " follow the response times of the log"
              : "adaptive limits of "
                  + list(adaptive)
                  + " are not modelled: the log has no response times, so they do not move");
    }
    if (!concurrency.isEmpty() && !durations) {
      notes.add(
          "requests in flight under "
              + list(concurrency)
              + " are not modelled: the log has no response times, so each slot is held for its"
              + " whole period");
    }
    if (!queued.isEmpty()) {
      notes.add("queues are not modelled: what " + list(queued) + " would queue counts as denied");
    }
    if (usesTiers && !tiers) {
      notes.add("no request names a tier: all have the lowest, " + now.book().tiers().get(0));
    }
    if (wholeSeconds && report.sum(file -> file.requests()) > 0) {
      notes.add(
          "times are whole seconds: all requests of a second are decided at its start, so limits"
              + " per second look stricter than they are");
    }
    addReading(report, dropped, notes);
    return notes;
  }

  private void addReading(LogReport report, long dropped, List<String> notes) {
    if (firstLate != null) {
      notes.add(
          "late requests are decided at the virtual time; the first is "
              + report.files().get(firstLate.file()).file()
              + ":"
              + firstLate.line()
              + " at "
              + TimeSource.instant(firstLate.nanos())
              + ", after "
              + TimeSource.instant(lateReached)
              + "; the latest is "
              + (mostLateNanos + SECOND - 1) / SECOND
              + "s behind (a longer --out-of-order sorts them)");
    }
    if (report.hostNames() > 0) {
      notes.add(
          report.hostNames()
              + " lines have a host name in place of an address: each name counts as one address"
              + " of fd00::/8");
    }
    if (!exact) {
      notes.add(
          "the memory for sliding window logs was nearly full: some requests may be denied that a"
              + " service would allow; use a larger heap");
    }
    if (dropped > 0) {
      notes.add(
          dropped
              + " retries or ends of requests are missing: the memory had no room for more at one"
              + " time");
    }
  }

  private static String list(Set<String> rules) {
    return String.join(", ", rules);
  }
}
