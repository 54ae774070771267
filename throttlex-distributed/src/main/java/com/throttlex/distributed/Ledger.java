package com.throttlex.distributed;

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
 * The units that were admitted in this node only and belong in the store, by counter; of too many
 * counters, those charged last. Thread-safe.
 */
final class Ledger {
  /** How long a late answer is waited for before the store is charged with the same units. */
  private static final long DOUBT_NANOS = 1_000_000_000;

  /** Units of one counter, admitted under this node's share of the limit. */
  record Entry(Key key, int index, Limit limit, long units) {
    static Entry of(Charge charge) {
      Key key = KeyCopy.of(charge.key());
      return new Entry(key, charge.index(), charge.limit(), charge.cost());
    }

    Entry with(long others) {
      return new Entry(key, index, limit, others);
    }
  }

  /**
   * An entry that was sent to the store.
   *
   * @param name the store charges it once under that name, however often it is sent
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
  private final Map<Id, Integer> doubted = new HashMap<>(); // how many doubts a counter has
  private final Deque<Sent> unanswered = new ArrayDeque<>();

  Ledger(int most) {
    this.most = most;
  }

  /** Adds the units of a charge that was admitted. */
  synchronized void add(Charge charge) {
    Entry known = entries.get(Id.of(charge.key(), charge.index()));
    add(
        known == null || !known.limit.equals(charge.limit())
            ? Entry.of(charge)
            : known.with(charge.cost()));
  }

  /** Adds the units of an entry. */
  synchronized void add(Entry entry) {
    entries.merge(Id.of(entry), entry, (known, added) -> added.with(sum(known.units, added.units)));
    if (entries.size() > most) {
      entries.remove(entries.keySet().iterator().next());
    }
  }

  private static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }

  /** Adds units that the store may have charged, once that is not expected any more. */
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

  /** Whether units of a counter were added that nobody has taken out. */
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

  /** Takes all entries out, the one charged last first, but those still in doubt. */
  synchronized List<Entry> takeAll(long now) {
    for (Doubt first = doubts.peek(); first != null && first.isOver(now); first = doubts.peek()) {
      resolve(doubts.remove());
    }
    List<Entry> all = new ArrayList<>(entries.values());
    entries.clear();
    Collections.reverse(all);
    return all;
  }

  /** Keeps an entry that was sent and not answered: the store may have charged it. */
  synchronized void unanswered(Sent sent) {
    if (unanswered.size() < most) {
      unanswered.add(sent);
    }
  }

  /**
   * Takes out entries that were sent and not answered.
   *
   * @param most how many at most
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
