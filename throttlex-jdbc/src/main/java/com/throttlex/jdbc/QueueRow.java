package com.throttlex.jdbc;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** A queued request as its row has it; times are in milliseconds since 1970. */
record QueueRow(
    long number, String request, long deadline, int attempts, @Nullable String consumer) {
  static QueueRow of(Row row) throws SQLException {
    return new QueueRow(
        row.number("number"),
        row.text("request"),
        row.number("deadline"),
        Math.toIntExact(row.number("attempts")),
        row.optionalText("consumer"));
  }

  String ticket() {
    return Long.toString(number);
  }
}
