package com.throttlex.replay;

import com.throttlex.MatchedRequest;
import com.throttlex.TimeSource;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.replay.log.LogReport;
import com.throttlex.replay.log.ReadAhead;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryBudget;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A replay: the requests of a log, decided by a rule book in virtual time, and by another one to
 * compare with. Touches no counter of a service.
 */
public final class ReplayRun {
  private static final int STEP = 4096;
  private static final int GROUP = 32;

  /** About the memory of a rule that applies to a request, with its key. */
  private static final int RULE_BYTES = 128;

  private final TrafficLog log;
  private final ReplayOptions options;
  private final BookRun now;
  private final @Nullable BookRun before;
  private final ComparisonTally comparison = new ComparisonTally();
  private final ReplayNotes notes;
  private long requests;
  private long late;
  private long first = Long.MIN_VALUE;
  private long reached = Long.MIN_VALUE;
  private @Nullable String stopped;

  @SuppressWarnings("UnusedVariable") // keeps the compiler from removing the look-ups
  private long known;

  /** Creates a replay in this process's memory, by rules and, unless null, other rules. */
  public ReplayRun(
      TrafficLog log, RuleBook rules, @Nullable RuleBook against, ReplayOptions options) {
    this(log, rules, against, options, MemoryBudget.ofThisProcess());
  }

  /** Creates a replay in a budget of memory, by rules and, unless null, other rules. */
  public ReplayRun(
      TrafficLog log,
      RuleBook rules,
      @Nullable RuleBook against,
      ReplayOptions options,
      MemoryBudget budget) {
    this.log = log;
    this.options = options;
    MemoryBudget each = against == null ? budget : budget.dividedBy(2);
    now = new BookRun(rules, options, each);
    before = against == null ? null : new BookRun(against, options, each);
    notes = new ReplayNotes(options);
  }

  /**
   * Decides all requests of the log. An interrupt of the thread stops the replay, also while it
   * waits for the log.
   *
   * @param goesOn asked every few thousand requests; the replay stops when it returns false
   */
  public ReplayResult run(BooleanSupplier goesOn) {
    try (ReadAhead<MatchedEntry> ahead = new ReadAhead<>(log, this::match, MatchedEntry::bytes)) {
      List<MatchedEntry> entries = ahead.next();
      while (!entries.isEmpty() && stopped == null) {
        decide(entries, goesOn);
        entries = stopped == null ? ahead.next() : List.of();
      }
    }
    if (Thread.interrupted() && stopped == null) {
      stopped = interrupted();
    }
    if (stopped == null) {
      now.finish();
      if (before != null) {
        before.finish();
      }
    }
    return result();
  }

  /** A request with its rules in both books. */
  private record MatchedEntry(LogEntry entry, MatchedRequest now, @Nullable MatchedRequest before) {
    /** Returns about how much memory this takes. */
    long bytes() {
      int rules = now.size() + (before == null ? 0 : before.size());
      return entry.bytes() + (long) RULE_BYTES * rules;
    }
  }

  private MatchedEntry match(LogEntry entry) {
    return new MatchedEntry(entry, now.match(entry), before == null ? null : before.match(entry));
  }

  private void decide(List<MatchedEntry> entries, BooleanSupplier goesOn) {
    for (int i = 0; i < entries.size() && stopped == null; i++) {
      if (i % GROUP == 0) {
        lookUp(entries, i, Math.min(i + GROUP, entries.size()));
      }
      decide(entries.get(i));
      if (requests % STEP == 0) {
        step(goesOn);
      }
    }
  }

  /**
   * Looks the keys of some requests up. The processor waits for the memory of all of them at once,
   * and for that of single decisions one after the other. So this takes less time than it saves.
   */
  private void lookUp(List<MatchedEntry> entries, int from, int to) {
    for (int i = from; i < to; i++) {
      MatchedEntry next = entries.get(i);
      known += now.known(next.now);
      if (before != null && next.before != null) {
        known += before.known(next.before);
      }
    }
  }

  private void decide(MatchedEntry next) {
    LogEntry entry = next.entry;
    requests++;
    if (entry.nanos() < reached) {
      late++;
      notes.late(entry, reached);
    } else {
      reached = entry.nanos();
      first = first == Long.MIN_VALUE ? reached : first;
    }
    notes.request(entry);
    boolean allowed = now.decide(entry, next.now).allowed();
    if (before != null && next.before != null) {
      comparison.count(allowed, before.decide(entry, next.before).allowed());
    }
    String full = now.full();
    if (full == null && before != null) {
      full = before.full();
    }
    if (full != null) {
      stopped = stopped(entry, full);
    }
  }

  private void step(BooleanSupplier goesOn) {
    notes.check(now);
    if (before != null) {
      notes.check(before);
    }
    if (stopped == null && !goesOn.getAsBoolean()) {
      stopped = interrupted();
    }
  }

  private String interrupted() {
    return "interrupted after " + requests + " requests";
  }

  private String stopped(LogEntry entry, String why) {
    return log.report().files().get(entry.file()).file()
        + ":"
        + entry.line()
        + ": "
        + why
        + " (expected: fewer keys, a larger heap such as THROTTLEX_JAVA_OPTS=-Xmx16g, or a part"
        + " of the log with --from and --to)";
  }

  private ReplayResult result() {
    LogReport report = options.mask() ? log.report().masked() : log.report();
    KeyPrinter printer = KeyPrinter.of(options, log);
    notes.check(now);
    return new ReplayResult(
        report,
        requests == 0 ? null : TimeSource.instant(first),
        requests == 0 ? null : TimeSource.instant(reached),
        late,
        now.result(printer),
        before == null ? null : before.result(printer),
        before == null ? null : comparison.result(now, before, options.topKeys(), printer),
        notes.list(report, now, before),
        stopped);
  }
}
