package com.throttlex.shared;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The leased units of one counter in a node: the grant in use and the next ones. */
final class Grants {
  private @Nullable Grant current;
  private @Nullable Grant next;

  /** Takes units, all from one grant; returns null if no grant has enough. */
  @Nullable Grant take(long cost, long now) {
    if (current != null && current.take(cost, now)) {
      return current;
    }
    return next != null && next.take(cost, now) ? next : null;
  }

  /** Puts back units that were taken; those of a removed grant are lost. */
  void putBack(Grant grant, long cost) {
    if (grant == current || grant == next) {
      grant.putBack(cost);
    }
  }

  /** Adds a grant; returns the grant that it replaces, or null. */
  @Nullable Grant add(Grant granted, long now) {
    Grant over = null;
    if (next != null || (current != null && current.usable(now) == 0)) {
      over = current;
      current = next;
      next = null;
    }
    if (current == null) {
      current = granted;
    } else {
      next = granted;
    }
    return over;
  }

  /** Removes and returns the grants whose units can be returned. */
  List<Grant> removeReturnable(long now) {
    List<Grant> removed = new ArrayList<>(2);
    if (next != null && next.returnableAs(now) != null) {
      removed.add(next);
      next = null;
    }
    if (current != null && current.returnableAs(now) != null) {
      removed.add(current);
      current = next;
      next = null;
    }
    return removed;
  }

  /** Removes all grants. */
  void clear() {
    current = null;
    next = null;
  }

  /** Returns whether so few units are left that more should be leased. */
  boolean isLow(long now) {
    Grant last = next != null ? next : current;
    return last == null || last.isLow(now);
  }

  /** Returns the units that can be used. */
  long usable(long now) {
    return (current == null ? 0 : current.usable(now)) + (next == null ? 0 : next.usable(now));
  }

  /** Returns the units that can be returned. */
  long returnable(long now) {
    return returnable(current, now) + returnable(next, now);
  }

  private static long returnable(@Nullable Grant grant, long now) {
    return grant == null || grant.returnableAs(now) == null ? 0 : grant.left();
  }
}
