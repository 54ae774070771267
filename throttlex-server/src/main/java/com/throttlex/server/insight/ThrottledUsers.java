package com.throttlex.server.insight;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.AuditEntry;
import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes an audit entry for each user that a rule throttles, once a minute while it continues.
 *
 * <p>Bounded: at most {@link #MOST} pairs of user and rule have an entry in a minute. At most as
 * many entries wait to be written; further ones are counted and lost.
 */
public final class ThrottledUsers implements DecisionListener {
  /** The largest number of entries in a minute, and of entries that wait to be written. */
  public static final int MOST = 10_000;

  private static final String ACTOR = "throttlex";
  private static final long MINUTE = 60_000_000_000L;

  private final Map<Long, Long> notedUntil = new HashMap<>();
  private final PendingEntries notes = new PendingEntries(MOST);
  private long fullUntil = Long.MIN_VALUE;
  private final KeyHash hash = new KeyHash();

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    String user = request.user();
    String rule = decision.rule();
    if (!decision.allowed() && user != null && rule != null) {
      note(user, rule, decision);
    }
  }

  private synchronized void note(String user, String rule, Decision decision) {
    long now = decision.nowNanos();
    long id = hash.start().add(user).add(rule).end().lo();
    Long until = notedUntil.get(id);
    if (until != null && now < until) {
      return;
    }
    if (notedUntil.size() >= MOST && !forget(now)) {
      return;
    }
    notedUntil.put(id, now + MINUTE);
    notes.add(
        new AuditEntry(
            TimeSource.instant(now),
            ACTOR,
            AuditEntry.THROTTLED,
            rule,
            user,
            "limit " + decision.limit() + " used up"));
  }

  /** Removes expired pairs, if there can be any; returns false if there is still no room. */
  private boolean forget(long now) {
    if (now < fullUntil) {
      return false;
    }
    fullUntil = Long.MAX_VALUE;
    Iterator<Long> ends = notedUntil.values().iterator();
    while (ends.hasNext()) {
      long end = ends.next();
      if (end <= now) {
        ends.remove();
      } else {
        fullUntil = Math.min(fullUntil, end);
      }
    }
    if (notedUntil.isEmpty()) {
      fullUntil = Long.MIN_VALUE;
    }
    return notedUntil.size() < MOST;
  }

  /** Returns the entries that are not yet written. */
  PendingEntries pending() {
    return notes;
  }

  /** The number of entries that were lost because the database was unavailable for too long. */
  public long lost() {
    return notes.lost();
  }
}
