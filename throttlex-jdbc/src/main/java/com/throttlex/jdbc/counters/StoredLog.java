package com.throttlex.jdbc.counters;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The charges of a log that are in the database, oldest first, read as far as they are needed. */
final class StoredLog {
  /** How many are read at first; a denial rarely needs more than the oldest. */
  static final int FIRST = 16;

  private static final int MOST = 8_192;

  private final long counter;
  private final Pages pages;
  private final List<Entry> entries = new ArrayList<>();
  private long after;
  private int next = FIRST;
  private boolean complete;

  /** Units charged at one time. */
  record Entry(long at, long units) {}

  /** Where more charges come from. */
  @FunctionalInterface
  interface Pages {
    /** Up to so many of a counter's charges after that time, oldest first. */
    List<Entry> read(long counter, long after, int most) throws SQLException;
  }

  StoredLog(long counter, long after, Pages pages) {
    this.counter = counter;
    this.after = after;
    this.pages = pages;
  }

  /** A log of which nothing is stored. */
  static StoredLog none() {
    StoredLog none = new StoredLog(0, 0, (counter, after, most) -> List.of());
    none.complete = true;
    return none;
  }

  /** Whether the first page was not read yet. */
  boolean isUnread() {
    return !complete && entries.isEmpty();
  }

  long counter() {
    return counter;
  }

  long after() {
    return after;
  }

  /** Takes in the page that comes next. */
  void add(List<Entry> page) {
    entries.addAll(page);
    complete = page.size() < next;
    next = Math.min(MOST, 4 * next);
    if (!page.isEmpty()) {
      after = page.get(page.size() - 1).at();
    }
  }

  /** The charge at that place, or null after the last. */
  @org.jspecify.annotations.Nullable
  Entry at(int place) throws SQLException {
    while (place >= entries.size() && !complete) {
      add(pages.read(counter, after, next));
    }
    return place < entries.size() ? entries.get(place) : null;
  }
}
