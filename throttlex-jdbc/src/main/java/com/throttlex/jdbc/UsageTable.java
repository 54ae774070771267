package com.throttlex.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The usage records of rules, by minute and by hour. */
public final class UsageTable {
  private static final String KEY = "resolution, start_at, rule_id";
  private static final String COLUMNS = KEY + ", allowed, denied, shadow_denied";

  private final Connections connections;
  private final String add;

  UsageTable(Connections connections) {
    Dialect dialect = connections.dialect();
    this.connections = connections;
    this.add =
        "insert into throttlex_usage_history ("
            + COLUMNS
            + ") values (?, ?, ?, ?, ?, ?)"
            + dialect.orUpdate(KEY)
            + adding(dialect, "allowed")
            + ", "
            + adding(dialect, "denied")
            + ", "
            + adding(dialect, "shadow_denied");
  }

  private static String adding(Dialect dialect, String column) {
    return column + " = throttlex_usage_history." + column + " + " + dialect.inserted(column);
  }

  /** Adds the counts to the minute and to its hour: all of them, or none. */
  public void add(Instant minute, List<UsageCount> counts) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    // In a fixed order, so that two services that add at the same time do not deadlock.
    for (UsageCount c : counts.stream().sorted(Comparator.comparing(UsageCount::rule)).toList()) {
      KeySize.RULE.require(connections.dialect(), c.rule());
      for (Resolution resolution : Resolution.values()) {
        rows.add(
            new @Nullable Object[] {
              resolution.name(),
              resolution.start(minute),
              c.rule(),
              c.allowed(),
              c.denied(),
              c.shadowDenied()
            });
      }
    }
    connections.write(
        "add usage",
        session -> {
          session.updateAll(add, rows);
          return rows;
        });
  }

  /**
   * Returns the minutes or hours that start within a time span, oldest first.
   *
   * @param rule null for all rules
   * @param from the first time, included
   * @param to the last time, excluded
   * @param limit the largest number of rows
   */
  public List<Usage> query(
      @Nullable String rule, Instant from, Instant to, Resolution resolution, int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit: " + limit + " (expected: at least 1)");
    }
    String sql =
        "select "
            + COLUMNS
            + " from throttlex_usage_history"
            + " where resolution = ? and start_at >= ? and start_at < ?"
            + (rule == null ? "" : " and rule_id = ?")
            + " order by start_at, rule_id limit ?";
    List<@Nullable Object> values = new ArrayList<>();
    values.add(resolution.name());
    values.add(EpochMillis.ceiling(from));
    values.add(EpochMillis.ceiling(to));
    if (rule != null) {
      values.add(rule);
    }
    values.add(limit);
    return connections.read(
        "query usage", session -> session.all(UsageTable::usage, sql, values.toArray()));
  }

  /** Deletes minutes that start before the time, in small batches; returns how many rows. */
  public long deleteMinutesBefore(Instant time) {
    return deleteBefore(Resolution.MINUTE, time);
  }

  /** Deletes hours that start before the time, in small batches; returns how many rows. */
  public long deleteHoursBefore(Instant time) {
    return deleteBefore(Resolution.HOUR, time);
  }

  private long deleteBefore(Resolution resolution, Instant time) {
    return connections.deleteInBatches(
        "shorten usage",
        "throttlex_usage_history",
        KEY,
        "resolution = ? and start_at < ?",
        resolution.name(),
        EpochMillis.ceiling(time));
  }

  private static Usage usage(Row row) throws SQLException {
    return new Usage(
        row.time("start_at"),
        row.text("rule_id"),
        row.number("allowed"),
        row.number("denied"),
        row.number("shadow_denied"));
  }
}
