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
 * Notes every limit that was moved by itself, and why.
 *
 * <p>Bounded: notes that nobody takes away are kept up to {@link #MOST}; what comes then is counted
 * and lost. A limit that somebody fixes is not noted here, but with the name of who does.
 */
public final class MovedLimits implements Consumer<Adjustment> {
  /** How many notes are kept until they are written. */
  public static final int MOST = 10_000;

  /** Who moves limits, in the audit trail. */
  public static final String ACTOR = "adaptive";

  private static final String ACTION = "limit-moved";

  private final TimeSource time;
  private final PendingEntries notes = new PendingEntries(MOST);

  /** Notes with that time. */
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

  /** The notes that are not yet written. */
  PendingEntries pending() {
    return notes;
  }

  /** How many notes there was no room for. */
  public long lost() {
    return notes.lost();
  }
}
