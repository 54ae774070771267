package com.throttlex.jdbc;

import static java.util.stream.Collectors.joining;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The usage records of rules, and of all rules together, by minute, hour and day.
 *
 * <p>The records of all rules together make the sums over ten thousand rules as cheap as those of
 * one rule.
 */
public final class UsageTable {
  /** The rule of the records of all rules together. No rule has this id. */
  public static final String ALL = "";

  private static final String KEY = "resolution, start_at, rule_id";
  private static final List<String> COUNTS =
      List.of("allowed", "denied", "shadow_denied", "waited");
  private static final String COLUMNS = KEY + ", " + String.join(", ", COUNTS);

  private final Connections connections;
  private final String add;

  UsageTable(Connections connections) {
    Dialect dialect = connections.dialect();
    this.connections = connections;
    this.add =
        "insert into throttlex_usage_history ("
            + COLUMNS
            + ") values (?, ?, ?, ?, ?, ?, ?)"
            + dialect.orUpdate(KEY)
            + COUNTS.stream().map(count -> adding(dialect, count)).collect(joining(", "));
  }

  private static String adding(Dialect dialect, String column) {
    return column + " = throttlex_usage_history." + column + " + " + dialect.inserted(column);
  }

  /** Adds the counts to the minute, its hour and its day: all of them, or none. */
  public void add(Instant minute, List<UsageCount> counts) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (UsageCount c : inOrder(counts)) {
      KeySize.RULE.require(connections.dialect(), c.rule());
      for (Resolution resolution : Resolution.values()) {
        rows.add(
            new @Nullable Object[] {
              resolution.name(),
              resolution.start(minute),
              c.rule(),
              c.allowed(),
              c.denied(),
              c.shadowDenied(),
              c.delayed()
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
   * Returns the counts, and before them that of all. In a fixed order, so that two services that
   * add at the same time do not deadlock.
   */
  private static List<UsageCount> inOrder(List<UsageCount> counts) {
    UsageCount all = counts.stream().reduce(new UsageCount(ALL, 0, 0, 0, 0), UsageCount::plus);
    return Stream.concat(
            Stream.of(all), counts.stream().sorted(Comparator.comparing(UsageCount::rule)))
        .toList();
  }

  /**
   * Returns the records that start within a time span, oldest first.
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
            + (rule == null ? " and rule_id <> ''" : " and rule_id = ?")
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

  /**
   * Returns the records of one rule, or of {@link #ALL}, within the spans, oldest first. A rule has
   * one record for each start, so spans bound the number of rows.
   */
  public List<Usage> series(String rule, List<UsageSpan> spans) {
    return select(rule, " and rule_id = ?", "", " order by start_at", spans);
  }

  /**
   * Returns the sums of each rule over the spans, the rules with the most decisions first.
   *
   * @param limit the largest number of rules
   */
  public List<Usage> sums(List<UsageSpan> spans, int limit) {
    String sums =
        "select * from (select min(start_at) start_at, rule_id, "
            + COUNTS.stream().map(c -> "sum(" + c + ") " + c).collect(joining(", "))
            + " from (";
    String order =
        ") spans group by rule_id) sums"
            + " order by allowed + denied desc, shadow_denied desc, rule_id limit "
            + limit;
    return select(ALL, " and rule_id <> ?", sums, order, spans);
  }

  private List<Usage> select(
      String rule, String condition, String before, String after, List<UsageSpan> spans) {
    if (spans.isEmpty()) {
      return List.of();
    }
    List<@Nullable Object> values = new ArrayList<>();
    StringJoiner sql = new StringJoiner(" union all ", before, after);
    for (UsageSpan span : spans) {
      sql.add(
          "select "
              + COLUMNS
              + " from throttlex_usage_history"
              + " where resolution = ? and start_at >= ? and start_at < ?"
              + condition);
      values.addAll(
          List.of(span.resolution().name(), millis(span.from()), millis(span.to()), rule));
    }
    return connections.read(
        "sum up usage",
        session -> session.all(UsageTable::usage, sql.toString(), values.toArray()));
  }

  private static long millis(Instant time) {
    return EpochMillis.ceiling(time);
  }

  /** Deletes minutes that start before the time, in small batches; returns how many rows. */
  public long deleteMinutesBefore(Instant time) {
    return deleteBefore(Resolution.MINUTE, time);
  }

  /** Deletes hours that start before the time, in small batches; returns how many rows. */
  public long deleteHoursBefore(Instant time) {
    return deleteBefore(Resolution.HOUR, time);
  }

  /** Deletes days that start before the time, in small batches; returns how many rows. */
  public long deleteDaysBefore(Instant time) {
    return deleteBefore(Resolution.DAY, time);
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
        row.number("shadow_denied"),
        row.number("waited"));
  }
}
