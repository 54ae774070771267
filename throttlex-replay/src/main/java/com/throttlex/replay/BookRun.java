package com.throttlex.replay;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.MatchedRequest;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Outcome;
import com.throttlex.key.Key;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryBudget;
import com.throttlex.store.MemoryBudget.Table;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Requests of a log decided by one rule book: the engine of the service, with counters in memory
 * and a clock that stands at the time of the last request. Not thread-safe.
 *
 * <p>All counts are exact. There are at most as many keys, and texts of denied keys, as the memory
 * has room for; the counters of all of them fit into the store, so none is shared. Then {@link
 * #full} says why, and the numbers of further keys are missing.
 */
public final class BookRun {
  private final RuleBook book;
  private final ReplayOptions options;
  private final ReplayClock clock = new ReplayClock();
  private final ThrottleX engine;
  private final MemoryStore store;
  private final KeyTable keys;
  private final IdentityHashMap<Rule, RuleTally> tallies = new IdentityHashMap<>();
  private final List<RuleTally> rules = new ArrayList<>();
  private final TimelineTally timeline = new TimelineTally(TimelineTally.MOST);
  private final PendingEvents events;
  private final RunNeeds needs;
  private final long mostTextBytes;
  private boolean full;
  private long textBytes;
  private boolean shadowDenied;
  private long requests;
  private long retries;
  private long denied;
  private long delayed;
  private long delayNanos;
  private long shadowDenials;
  private long unruled;
  private long gaveUp;

  /** Creates a run with new counters, in a part of this process's heap. */
  public BookRun(RuleBook book, ReplayOptions options) {
    this(book, options, MemoryBudget.ofThisProcess());
  }

  /** Creates a run with new counters in a budget of memory. */
  public BookRun(RuleBook book, ReplayOptions options, MemoryBudget budget) {
    this.book = book;
    this.options = options;
    needs = RunNeeds.of(book);
    events = new PendingEvents(budget);
    mostTextBytes = budget.of(Table.KEYS);
    store = new MemoryStore(Integer.MAX_VALUE, budget);
    keys = new KeyTable(needs.mostKeys(MemoryStore.mostKeys(budget), options.maxKeys()));
    int mostBuckets = TimelineTally.mostOf(book.all().size());
    for (CompiledRule rule : book.all()) {
      if (rule.rule().mode() != Mode.OFF) {
        RuleTally tally = new RuleTally(rule.rule(), rules.size(), mostBuckets);
        rules.add(tally);
        tallies.put(rule.rule(), tally);
      }
    }
    AdaptiveLimits adaptive = new AdaptiveLimits(new MemoryNotes(clock::nanos));
    engine = new ThrottleX(book, store, clock, listener(), adaptive);
  }

  private DecisionListener listener() {
    return this::decided;
  }

  /** The rules. */
  public RuleBook book() {
    return book;
  }

  /**
   * Decides a request at the time of its line, or at the time that has been reached if that is
   * later.
   */
  public Decision decide(LogEntry entry) {
    return decide(entry, match(entry));
  }

  /** Finds the rules of a request; another thread may do so before the request is decided. */
  MatchedRequest match(LogEntry entry) {
    return engine.match(entry.request());
  }

  /** Returns how many keys of a request are known, and so brings their counters into the cache. */
  int known(MatchedRequest request) {
    int known = 0;
    for (int i = 0; i < request.size(); i++) {
      Key key = request.key(i);
      known += keys.has(key.hi(), key.lo()) ? 1 : 0;
      known += store.has(key) ? 1 : 0;
    }
    return known;
  }

  /** Decides a request as {@link #decide(LogEntry)} does. */
  Decision decide(LogEntry entry, MatchedRequest request) {
    runEvents(entry.nanos());
    clock.advance(entry.nanos());
    requests++;
    return decide(entry, 0, engine.checkMatched(request));
  }

  /** Lets all clients that wait repeat their requests. */
  public void finish() {
    runEvents(Long.MAX_VALUE);
  }

  private void runEvents(long until) {
    for (PendingEvents.Event event = events.poll(until);
        event != null;
        event = events.poll(until)) {
      clock.advance(event.nanos());
      if (event instanceof PendingEvents.Retry retry) {
        retries++;
        decide(retry.entry(), retry.attempt(), engine.check(retry.entry().request()));
      } else if (event instanceof PendingEvents.End end) {
        end(end);
      }
    }
  }

  private Decision decide(LogEntry entry, int attempt, Decision decision) {
    long now = clock.nanos();
    timeline.advance(now);
    timeline.count(TimelineTally.REQUESTS);
    if (decision.rule() == null) {
      unruled++;
    }
    if (shadowDenied) {
      shadowDenials++;
      timeline.count(TimelineTally.SHADOW_DENIED);
      shadowDenied = false;
    }
    if (!decision.allowed()) {
      deny(entry, attempt, decision, now);
    } else {
      allow(entry, decision, now);
    }
    return decision;
  }

  private void deny(LogEntry entry, int attempt, Decision decision, long now) {
    denied++;
    timeline.count(TimelineTally.DENIED);
    boolean again = attempt < options.tries();
    long at = now + decision.retryAfter() * 1_000_000_000L;
    if (!again || !events.add(new PendingEvents.Retry(at, entry, attempt + 1))) {
      gaveUp++;
    }
  }

  private void allow(LogEntry entry, Decision decision, long now) {
    if (decision.delayNanos() > 0) {
      delayed++;
      delayNanos += decision.delayNanos();
      timeline.count(TimelineTally.DELAYED);
    }
    long duration = entry.durationNanos();
    if (duration != LogEntry.UNKNOWN && needs.durations()) {
      events.add(new PendingEvents.End(now + duration, entry, decision));
    }
  }

  private void end(PendingEvents.End end) {
    LogEntry entry = end.entry();
    Outcome outcome =
        entry.status() == LogEntry.UNKNOWN ? Outcome.SUCCESS : Outcome.ofStatus(entry.status());
    engine.ended(entry.request(), clock.nanos() - entry.durationNanos(), outcome);
    var unused = engine.release(end.decision(), outcome);
  }

  private void decided(
      RequestContext request, Decision decision, DecisionListener.Verdicts verdicts) {
    long now = clock.nanos();
    String reported = decision.rule();
    for (int i = 0; i < verdicts.size(); i++) {
      RuleTally tally = Objects.requireNonNull(tallies.get(verdicts.rule(i)));
      boolean decides = tally.rule().id().equals(reported);
      boolean refused = tally.isShadow() ? !verdicts.allowed(i) : decides && !decision.allowed();
      shadowDenied |= refused && tally.isShadow();
      tally.count(now, refused, decides && decision.delayNanos() > 0);
      count(tally, verdicts.key(i), refused, decision.allowed(), now);
    }
  }

  private void count(RuleTally tally, Key key, boolean refused, boolean allowed, long now) {
    int slot = keys.count(key.hi(), key.lo(), tally.number());
    if (slot == KeyTable.FULL) {
      full = true;
      return;
    }
    KeyStreak streak = keys.streak(slot);
    if (refused) {
      if (streak == null) {
        String text = key.text();
        textBytes += MemoryBudget.bytes(text);
        if (textBytes > mostTextBytes) {
          full = true;
          return;
        }
        streak = new KeyStreak(text, now);
        keys.streak(slot, streak);
      }
      streak.deny(now);
    } else if (streak != null && allowed) {
      streak.allow();
    }
  }

  /** Returns why there was no room for a key; null if there was. */
  @Nullable String full() {
    if (!full) {
      return null;
    }
    String room =
        textBytes > mostTextBytes
            ? "the texts of denied keys are longer than " + mostTextBytes + " bytes"
            : "more than " + keys.most() + " keys";
    return room
        + ", which is what "
        + (options.maxKeys() == keys.most() && textBytes <= mostTextBytes
            ? "--max-keys allows"
            : "the memory has room for");
  }

  /** Returns whether all counters and logs fit into their memory, so that decisions are exact. */
  boolean isExact() {
    return RunNeeds.isExact(store);
  }

  long droppedEvents() {
    return events.dropped();
  }

  RunNeeds needs() {
    return needs;
  }

  /** Receives the keys that rules in force denied. */
  interface DeniedKeys {
    void key(long requests, KeyStreak streak);
  }

  void enforcedKeys(DeniedKeys to) {
    keys.forEach(
        (rule, count, streak) -> {
          if (streak != null && !rules.get(rule).isShadow()) {
            to.key(count, streak);
          }
        });
  }

  /** Returns the numbers so far. */
  ReplayedBook result(KeyPrinter printer) {
    List<KeySummary> summaries = new ArrayList<>();
    rules.forEach(rule -> summaries.add(new KeySummary(options.topKeys())));
    keys.forEach((rule, count, streak) -> summaries.get(rule).add(count, streak));
    List<RuleResult> results = new ArrayList<>();
    for (RuleTally rule : rules) {
      KeySummary summary = summaries.get(rule.number());
      results.add(rule.result(summary, timeline, summary.mostDenied(printer)));
    }
    ReplayTotals totals =
        new ReplayTotals(
            requests,
            retries,
            requests + retries - denied,
            denied,
            delayed,
            delayNanos,
            shadowDenials,
            unruled,
            gaveUp);
    return new ReplayedBook(totals, results, timeline.in(timeline));
  }
}
