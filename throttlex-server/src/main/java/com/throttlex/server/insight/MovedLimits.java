package com.throttlex.server.insight;

import com.throttlex.TimeSource;
import com.throttlex.adaptive.AdaptiveMode;
import com.throttlex.adaptive.Adjustment;
import com.throttlex.jdbc.AuditEntry;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes an audit entry for every limit that its controller moved.
 *
 * <p>Bounded: up to {@link #MOST} entries wait to be written; further ones are counted and lost. A
 * limit that an operator sets has its own entry elsewhere, with the operator's name.
 */
public final class MovedLimits implements Consumer<Adjustment> {
  /** The largest number of entries that wait to be written. */
  public static final int MOST = 10_000;

  /** The actor of these entries in the audit trail. */
  public static final String ACTOR = "adaptive";

  private static final String ACTION = "limit-moved";

  private final TimeSource time;
  private final PendingEntries notes = new PendingEntries(MOST);

  /** Creates a collector that uses this clock. */
  public MovedLimits(TimeSource time) {
    this.time = time;
  }

  @Override
  public void accept(Adjustment moved) {
    if (moved.mode() == AdaptiveMode.FIXED) {
      return;
    }
    notes.add(new AuditEntry(time.now(), ACTOR, ACTION, moved.rule(), null, detail(moved)));
  }

  private static String detail(Adjustment moved) {
    Map<String, Double> terms = new TreeMap<>(moved.terms());
    terms.put("health", moved.health().score());
    terms.put("confidence", moved.health().confidence());
    return moved.from()
        + " -> "
        + moved.to()
        + "; "
        + moved.reason()
        + "; "
        + terms.entrySet().stream()
            .map(term -> term.getKey() + " " + shown(term.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String shown(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** Returns the entries that are not yet written. */
  PendingEntries pending() {
    return notes;
  }

  /** The number of entries that were lost because there was no room. */
  public long lost() {
    return notes.lost();
  }
}
