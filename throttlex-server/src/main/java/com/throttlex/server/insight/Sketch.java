package com.throttlex.server.insight;

import com.throttlex.key.Key;
import com.throttlex.store.MemoryBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Counts frequent keys, in memory of fixed size.
 *
 * <p>Every key has two places, chosen by its hash. A key that is in one of them is counted there.
 * Another key decrements the smaller of the two counts, with a probability that falls exponentially
 * with the count (1.08 to the power of minus the count). It takes the place when that count is 0.
 * So a frequent key stays and is counted almost exactly, and a key that comes once cannot replace
 * it (HeavyKeeper, Yang et al. 2018). The count of a key that was present all the time is never too
 * high, except with a probability of one in 2⁶⁴. Not thread-safe.
 *
 * <p>A key is stored as {@link ShownKey}, so its length is bounded.
 */
final class Sketch {
  /** More places do not find more of the frequent keys. */
  static final int MOST_PLACES = 2048;

  /** Fewer places would not find them. */
  static final int FEWEST_PLACES = 64;

  /** The bytes of a place without the characters of its key: itself, its slot, and a text. */
  private static final int PLACE_BYTES = 64 + 40;

  private static final double[] CHANCES = chances();

  private final @Nullable Slot[] slots;
  private final SplittableRandom random;
  private long bytes;

  /** The outcome of a decision for a key. */
  enum Outcome {
    ALLOWED,
    DENIED,
    /** The rule is in shadow mode and would have denied. */
    SHADOW_DENIED
  }

  /** The counts of a key. */
  record Entry(String key, HeavyKeys.Tally tally) {}

  private static final class Slot {
    private long id;
    private @Nullable String text;
    private String rule;
    private long allowed;
    private long denied;
    private long shadowDenied;

    Slot(long id, String text, String rule) {
      this.id = id;
      this.text = text;
      this.rule = rule;
    }

    long count() {
      return allowed + denied + shadowDenied;
    }

    void count(Outcome outcome, long times) {
      switch (outcome) {
        case ALLOWED -> allowed += times;
        case DENIED -> denied += times;
        case SHADOW_DENIED -> shadowDenied += times;
      }
    }

    /** Decrements the largest of the counts. */
    void wear() {
      if (allowed >= Math.max(denied, shadowDenied)) {
        allowed--;
      } else if (denied >= shadowDenied) {
        denied--;
      } else {
        shadowDenied--;
      }
    }

    void takeOver(long newId, String newRule) {
      id = newId;
      text = null;
      rule = newRule;
    }
  }

  /** Creates a sketch of at most that many bytes, but of at least the fewest places. */
  Sketch(long seed, long bytes) {
    long places = Math.min(MOST_PLACES, bytes / (PLACE_BYTES + ShownKey.MOST_BYTES));
    slots = new @Nullable Slot[(int) Math.max(FEWEST_PLACES, Long.highestOneBit(places))];
    random = new SplittableRandom(seed);
  }

  /** Returns about how many bytes it uses. */
  long bytes() {
    return bytes;
  }

  private static double[] chances() {
    double[] chances = new double[256];
    for (int i = 0; i < chances.length; i++) {
      chances[i] = Math.pow(1.08, -i);
    }
    return chances;
  }

  /** Counts a decision on a key. */
  void add(Key key, String rule, Outcome outcome) {
    add(key, rule, outcome, 1);
  }

  /** Counts that many decisions on a key; only the first of them can take the place of another. */
  void add(Key key, String rule, Outcome outcome, long times) {
    long id = key.lo() ^ key.hi();
    int first = place(key.lo());
    int second = place(key.hi());
    Slot slot = known(first, id);
    slot = slot == null ? known(second, id) : slot;
    slot = slot == null ? taken(first, second, id, key, rule) : slot;
    if (slot != null) {
      slot.count(outcome, times);
      print(slot, key);
    }
  }

  /** Prints the key when it comes a second time, because printing takes time. */
  private void print(Slot slot, Key key) {
    if (slot.text == null && slot.count() > 1) {
      slot.text = ShownKey.of(key);
      bytes += MemoryBudget.bytes(slot.text);
    }
  }

  private int place(long hash) {
    return (int) (hash >>> 40) & (slots.length - 1);
  }

  private @Nullable Slot known(int place, long id) {
    Slot slot = slots[place];
    return slot != null && slot.id == id ? slot : null;
  }

  /** Returns the place of a new key, or null if it only decremented another key's count. */
  private @Nullable Slot taken(int first, int second, long id, Key key, String rule) {
    int place = count(first) <= count(second) ? first : second;
    Slot slot = slots[place];
    if (slot == null) {
      String text = ShownKey.of(key);
      slot = new Slot(id, text, rule);
      slots[place] = slot;
      bytes += PLACE_BYTES + MemoryBudget.bytes(text);
      return slot;
    }
    long count = slot.count();
    if (count >= CHANCES.length || random.nextDouble() >= CHANCES[(int) count]) {
      return null;
    }
    if (count > 0) {
      slot.wear();
    }
    if (slot.count() > 0) {
      return null;
    }
    bytes -= slot.text == null ? 0 : MemoryBudget.bytes(slot.text);
    slot.takeOver(id, rule);
    return slot;
  }

  private long count(int place) {
    Slot slot = slots[place];
    return slot == null ? -1 : slot.count();
  }

  /** Returns the counts of all keys, as they are now. */
  List<Entry> entries() {
    List<Entry> entries = new ArrayList<>();
    for (Slot slot : slots) {
      if (slot != null && slot.text != null && slot.count() > 0) {
        entries.add(
            new Entry(
                slot.text,
                new HeavyKeys.Tally(slot.rule, slot.allowed, slot.denied, slot.shadowDenied)));
      }
    }
    return entries;
  }
}
