package com.throttlex.shared;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The units that this node admitted in fallback and must charge to the store, by counter. If there
 * are too many counters, it keeps those charged last. Thread-safe.
 */
final class Ledger {
  /** How long to wait for a late answer before the store is charged with the same units. */
  private static final long DOUBT_NANOS = 1_000_000_000;

  /** The units of one counter, admitted under the local share of its limit. */
  record Entry(Key key, int index, Limit limit, long units) {
    static Entry of(Charge charge) {
      Key key = Key.copyOf(charge.key());
      return new Entry(key, charge.index(), charge.limit(), charge.cost());
    }

    Entry with(long others) {
      return new Entry(key, index, limit, others);
    }
  }

  /**
   * An entry that was sent to the store.
   *
   * @param name the name under which the store charges it once, however often it is sent
   */
  record Sent(Entry entry, String name) {}

  private record Id(long hi, long lo) {
    static Id of(Entry entry) {
      return of(entry.key, entry.index);
    }

    static Id of(Key key, int index) {
      return new Id(key.hi(), key.lo(index));
    }
  }

  private final int most;
  private final Map<Id, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private final Deque<Doubt> doubts = new ArrayDeque<>();
  private final Map<Id, Integer> doubted = new HashMap<>(); // the number of doubts of each counter
  private final Deque<Sent> unanswered = new ArrayDeque<>();

  Ledger(int most) {
    this.most = most;
  }

  /** Adds the units of an admitted charge. */
  synchronized void add(Charge charge) {
    Entry known = entries.get(Id.of(charge.key(), charge.index()));
    add(
        known == null || !known.limit.equals(charge.limit())
            ? Entry.of(charge)
            : known.with(charge.cost()));
  }

  /** Adds the units of an entry. */
  synchronized void add(Entry entry) {
    entries.merge(
        Id.of(entry),
        entry,
        (known, added) -> added.with(Discrepancy.sum(known.units, added.units)));
    if (entries.size() > most) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  /** Adds units that the store may have charged, when its late answer is no longer expected. */
  synchronized Doubt addInDoubt(Charge charge, long now) {
    Doubt doubt = new Doubt(Entry.of(charge), now + DOUBT_NANOS);
    if (doubts.size() >= most) {
      resolve(doubts.removeFirst());
    }
    doubts.add(doubt);
    doubted.merge(Id.of(doubt.entry()), 1, Integer::sum);
    return doubt;
  }

  private void resolve(Doubt doubt) {
    doubted.computeIfPresent(Id.of(doubt.entry()), (id, number) -> number == 1 ? null : number - 1);
    if (!doubt.isCharged()) {
      add(doubt.entry());
    }
  }

  /** Returns whether the ledger has units of a counter. */
  synchronized boolean has(Key key, int index) {
    Id id = Id.of(key, index);
    return entries.containsKey(id) || doubted.containsKey(id);
  }

  /** Removes all units of a counter. */
  synchronized void remove(Key key, int index) {
    Id id = Id.of(key, index);
    entries.remove(id);
    doubted.remove(id);
    doubts.removeIf(doubt -> Id.of(doubt.entry()).equals(id));
    unanswered.removeIf(sent -> Id.of(sent.entry).equals(id));
  }

  synchronized boolean isEmpty() {
    return entries.isEmpty() && doubts.isEmpty() && unanswered.isEmpty();
  }

  /** Adds all units that the store does not have yet, those in doubt included. */
  synchronized void addTo(Unreconciled units) {
    entries.values().forEach(units::add);
    doubts.stream().filter(doubt -> !doubt.isCharged()).forEach(doubt -> units.add(doubt.entry()));
    unanswered.forEach(sent -> units.add(sent.entry));
  }

  /** Removes and returns all entries except those in doubt, the one charged last first. */
  synchronized List<Entry> takeAll(long now) {
    for (Doubt first = doubts.peek(); first != null && first.isOver(now); first = doubts.peek()) {
      resolve(doubts.remove());
    }
    List<Entry> all = new ArrayList<>(entries.values());
    entries.clear();
    Collections.reverse(all);
    return all;
  }

  /** Keeps an entry that was sent and not answered, because the store may have charged it. */
  synchronized void unanswered(Sent sent) {
    if (unanswered.size() < most) {
      unanswered.add(sent);
    }
  }

  /**
   * Removes and returns entries that were sent and not answered.
   *
   * @param most the most entries to return
   * @param which whether an entry can be sent again now
   */
  synchronized List<Sent> takeUnanswered(int most, Predicate<Entry> which) {
    List<Sent> taken = new ArrayList<>();
    for (Iterator<Sent> all = unanswered.iterator(); all.hasNext() && taken.size() < most; ) {
      Sent sent = all.next();
      if (which.test(sent.entry)) {
        all.remove();
        taken.add(sent);
      }
    }
    return taken;
  }
}
