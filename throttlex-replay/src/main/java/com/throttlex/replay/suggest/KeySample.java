package com.throttlex.replay.suggest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * State of clients under several rules, in bounded memory.
 *
 * <p>If there is more state than room, half of the clients are removed, by their hashes, and their
 * later requests are ignored. So every client in the sample is complete, and the sample has the
 * same distribution as all clients.
 */
final class KeySample<T> {
  private final int capacity;
  private final List<Map<Long, T>> states = new ArrayList<>();
  private final Supplier<T> creator;
  private int halvings;
  private int size;

  /** Creates a sample of one client in {@code 2^halvings}. */
  KeySample(int rules, int capacity, int halvings, Supplier<T> creator) {
    this.capacity = capacity;
    this.halvings = halvings;
    this.creator = creator;
    for (int i = 0; i < rules; i++) {
      states.add(new HashMap<>());
    }
  }

  /** Returns whether a client is in the sample. */
  boolean has(long hash) {
    return halvings == 0 || hash >>> (Long.SIZE - halvings) == 0;
  }

  /** Returns the state of a client under a rule, or null if it is not in the sample. */
  @Nullable T get(int rule, long hash) {
    if (!has(hash)) {
      return null;
    }
    Map<Long, T> of = states.get(rule);
    T known = of.get(hash);
    if (known != null) {
      return known;
    }
    T added = creator.get();
    of.put(hash, added);
    if (++size > capacity) {
      halve();
    }
    return added;
  }

  private void halve() {
    halvings++;
    size = 0;
    for (Map<Long, T> of : states) {
      of.keySet().removeIf(hash -> !has(hash));
      size += of.size();
    }
  }

  /** Returns the states under a rule. */
  Collection<T> of(int rule) {
    return states.get(rule).values();
  }

  /** Returns how often the sample was halved. */
  int halvings() {
    return halvings;
  }
}
