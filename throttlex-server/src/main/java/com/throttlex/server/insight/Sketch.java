package com.throttlex.server.insight;

import com.throttlex.key.Key;
import com.throttlex.store.MemoryBudget;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Counts the keys that come often, in memory of fixed size.
 *
 * <p>Every key has two places, chosen by its hash. A key that finds itself in one of them is
 * counted there. Another one wears down the smaller of the two counts with a chance that falls
 * exponentially with the count (1.08 to the power of minus the count), and takes the place over
 * when nothing is left of it. So what comes often stays, almost exactly counted, and what comes
 * once cannot push it out (HeavyKeeper, Yang et al. 2018). Counts are never too high for a key that
 * was there all the time, but for chances of one in 2⁶⁴. Not thread-safe.
 *
 * <p>A key is kept in print as {@link ShownKey} has it, so that its length is bounded.
 */
final class Sketch {
  /** More places find no more of the keys that matter. */
  static final int MOST_PLACES = 2048;

  /** Fewer would not find them. */
  static final int FEWEST_PLACES = 64;

  /** What a place takes, without the characters of its key: itself, its slot, and a text. */
  private static final int PLACE_BYTES = 56 + 40;

  private static final double[] CHANCES = chances();

  private final @Nullable Slot[] slots;
  private final SplittableRandom random;
  private long bytes;

  private static final class Slot {
    private long id;
    private @Nullable String text;
    private String rule;
    private long allowed;
    private long denied;

    Slot(long id, String text, String rule) {
      this.id = id;
      this.text = text;
      this.rule = rule;
    }

    long count() {
      return allowed + denied;
    }

    void count(boolean passed) {
      if (passed) {
        allowed++;
      } else {
        denied++;
      }
    }

    /** Takes one off, the more frequent kind first. */
    void wear() {
      if (allowed >= denied) {
        allowed--;
      } else {
        denied--;
      }
    }

    void takeOver(long newId, String newRule) {
      id = newId;
      text = null;
      rule = newRule;
    }
  }

  /** A sketch that takes up to that many bytes, unless that is less than it needs at least. */
  Sketch(long seed, long bytes) {
    long places = Math.min(MOST_PLACES, bytes / (PLACE_BYTES + ShownKey.MOST_BYTES));
    slots = new @Nullable Slot[(int) Math.max(FEWEST_PLACES, Long.highestOneBit(places))];
    random = new SplittableRandom(seed);
  }

  /** How many bytes it takes, about. */
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
  void add(Key key, String rule, boolean passed) {
    long id = key.lo() ^ key.hi();
    int first = place(key.lo());
    int second = place(key.hi());
    Slot slot = known(first, id);
    slot = slot == null ? known(second, id) : slot;
    slot = slot == null ? taken(first, second, id, key, rule) : slot;
    if (slot != null) {
      slot.count(passed);
      print(slot, key);
    }
  }

  /** Keeps the key in print, which takes time: not before it comes a second time. */
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

  /** The place that a new key gets, or null when it only wore somebody else's down. */
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

  /** Adds what was counted to a table by key. */
  void collect(Map<String, HeavyKeys.Tally> to) {
    for (Slot slot : slots) {
      if (slot != null && slot.text != null && slot.count() > 0) {
        HeavyKeys.Tally tally = new HeavyKeys.Tally(slot.rule, slot.allowed, slot.denied);
        to.merge(slot.text, tally, HeavyKeys.Tally::plus);
      }
    }
  }
}
