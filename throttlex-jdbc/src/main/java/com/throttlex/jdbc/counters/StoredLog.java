package com.throttlex.jdbc.counters;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The charges of a log in the database, oldest first, read only as far as necessary. */
final class StoredLog {
  /** The size of the first page; a denial rarely needs more than the oldest charges. */
  static final int FIRST = 16;

  private static final int MOST = 8_192;

  private final long counter;
  private final LogRows rows;
  private final List<Entry> entries = new ArrayList<>();
  private long after;
  private int next = FIRST;
  private boolean complete;

  /** Units charged at one time. */
  record Entry(long at, long units) {}

  /** Creates the log of a counter's charges after that time; complete if there are none. */
  StoredLog(long counter, long after, LogRows rows, boolean complete) {
    this.counter = counter;
    this.after = after;
    this.rows = rows;
    this.complete = complete;
  }

  /** Returns whether the first page was not read yet. */
  boolean isUnread() {
    return !complete && entries.isEmpty();
  }

  long counter() {
    return counter;
  }

  long after() {
    return after;
  }

  /** Adds the next page. */
  void add(List<Entry> page) {
    entries.addAll(page);
    complete = page.size() < next;
    next = Math.min(MOST, 4 * next);
    if (!page.isEmpty()) {
      after = page.get(page.size() - 1).at();
    }
  }

  /** Returns the charge at that index; null after the last. */
  @Nullable Entry at(int place) {
    while (place >= entries.size() && !complete) {
      add(rows.page(counter, after, next));
    }
    return place < entries.size() ? entries.get(place) : null;
  }
}
