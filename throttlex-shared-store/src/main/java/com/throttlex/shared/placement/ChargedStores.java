package com.throttlex.shared.placement;

import java.util.ArrayList;
import java.util.List;

/**
 * The stores in which something is charged; while it moves, several.
 *
 * @param names the names of the stores; the last is the one that stays
 * @param since the version of the plan in which the names changed last
 */
record ChargedStores(List<String> names, long since) {
  ChargedStores {
    names = List.copyOf(names);
  }

  /** Returns one store that was never changed. */
  static ChargedStores only(String name) {
    return new ChargedStores(List.of(name), 0);
  }

  /** Returns the store that stays. */
  String target() {
    return names.get(names.size() - 1);
  }

  boolean isMoving() {
    return names.size() > 1;
  }

  /** Returns the stores when it moves to another target. No store is left out before its time. */
  ChargedStores movingTo(String target, long version) {
    if (target.equals(target())) {
      return this;
    }
    List<String> both = new ArrayList<>(names);
    both.remove(target);
    both.add(target);
    return new ChargedStores(both, version);
  }

  /** Returns the target alone. */
  ChargedStores settled(long version) {
    return new ChargedStores(List.of(target()), version);
  }
}
