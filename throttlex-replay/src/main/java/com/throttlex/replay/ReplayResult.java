package com.throttlex.replay;

import com.throttlex.replay.log.LogReport;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a replay.
 *
 * @param log what was read
 * @param first the time of the first request; null without requests
 * @param last the time of the last request; null without requests
 * @param late the requests that were too far out of order, decided at the time reached before
 * @param now the decisions by the rules of the replay
 * @param before the decisions by the rules to compare with, or null
 * @param comparison both compared, or null
 * @param notes what is not modelled, and what else a reader must know
 * @param stopped why the replay ended before the end of the logs; null if it did not
 */
public record ReplayResult(
    LogReport log,
    @Nullable Instant first,
    @Nullable Instant last,
    long late,
    ReplayedBook now,
    @Nullable ReplayedBook before,
    @Nullable ReplayComparison comparison,
    List<String> notes,
    @Nullable String stopped) {
  /** Copies the list. */
  public ReplayResult {
    notes = List.copyOf(notes);
  }
}
