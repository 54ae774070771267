package com.throttlex.server.insight;

import com.throttlex.jdbc.AuditEntry;
import java.util.ArrayList;
import java.util.List;

/** Audit entries that wait to be written; bounded: further ones are counted and lost. */
final class PendingEntries {
  private final int most;
  private final List<AuditEntry> entries = new ArrayList<>();
  private long lost;

  /** Creates an empty list. */
  PendingEntries(int most) {
    this.most = most;
  }

  synchronized void add(AuditEntry entry) {
    if (entries.size() < most) {
      entries.add(entry);
    } else {
      lost++;
    }
  }

  /** The entries that are not yet written, oldest first. */
  synchronized List<AuditEntry> all() {
    return List.copyOf(entries);
  }

  /** Removes the first entries, which are written. */
  synchronized void written(int count) {
    entries.subList(0, count).clear();
  }

  /** The number of entries that were lost because there was no room. */
  synchronized long lost() {
    return lost;
  }
}
