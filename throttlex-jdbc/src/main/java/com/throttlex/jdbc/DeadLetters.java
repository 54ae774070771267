package com.throttlex.jdbc;

import com.throttlex.queue.DeadLetter;
import java.sql.SQLException;
import java.util.List;

/** The dead letters of one queue in a transaction that has locked the queue. */
final class DeadLetters {
  private final Session session;
  private final SqlScripts scripts;
  private final String id;
  private final int most;

  DeadLetters(Session session, SqlScripts scripts, String id, int most) {
    this.session = session;
    this.scripts = scripts;
    this.id = id;
    this.most = most;
  }

  /** Adds a dead letter; if there are too many, the oldest make room. */
  void add(long number, String ticket, String request, String reason, int attempts, long now)
      throws SQLException {
    session.update(scripts.text("letter-add"), id, number, ticket, request, reason, attempts, now);
    var last = session.first(row -> row.number("number"), scripts.text("letter-last"), id, most);
    if (last.isPresent()) {
      session.update(scripts.text("letter-trim"), id, last.get());
    }
  }

  long count() throws SQLException {
    return session.first(row -> row.number("found"), scripts.text("letter-count"), id).orElse(0L);
  }

  List<DeadLetter> newest(int max) throws SQLException {
    return session.all(DeadLetters::letter, scripts.text("letters"), id, max);
  }

  private static DeadLetter letter(Row row) throws SQLException {
    return new DeadLetter(
        row.text("ticket"),
        row.text("request"),
        row.text("reason"),
        Math.toIntExact(row.number("attempts")),
        row.time("died_at"));
  }
}
