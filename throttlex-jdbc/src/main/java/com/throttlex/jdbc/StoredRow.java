package com.throttlex.jdbc;

import com.throttlex.queue.StoredState;
import java.sql.SQLException;

/** A stored request as its row has it, without its content. */
record StoredRow(
    String ticket,
    String lane,
    StoredState.Stage stage,
    String summary,
    long bytes,
    int attempts,
    String reason,
    long endsAt,
    String holder) {
  private static final String UNSENT = "~";

  static StoredRow of(Row row) throws SQLException {
    return new StoredRow(
        row.text("ticket"),
        row.text("lane_id"),
        StoredState.Stage.valueOf(row.text("stage")),
        row.text("summary"),
        row.number("size_bytes"),
        Math.toIntExact(row.number("attempts")),
        row.text("reason"),
        row.number("ends_at"),
        row.optionalText("holder") == null ? "" : row.text("holder"));
  }

  /** Returns the holder of a lane: a consumer that has not sent the request yet. */
  static String unsent(String consumer) {
    return UNSENT + consumer;
  }

  /** Returns whether the last consumer of the lane has not sent the request. */
  boolean isUnsent() {
    return holder.startsWith(UNSENT);
  }

  boolean isHeldBy(String consumer) {
    return holder.equals(consumer) || holder.equals(unsent(consumer));
  }
}
