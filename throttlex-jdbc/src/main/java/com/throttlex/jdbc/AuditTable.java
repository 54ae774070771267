package com.throttlex.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The audit trail: changes by operators, and entries that others append.
 *
 * <p>{@link RuleTable} and {@link UserTable} write their own entries: {@code rule-created}, {@code
 * rule-updated}, {@code rule-deleted}, {@code rule-rolled-back}, {@code rules-replaced}, {@code
 * rules-copied}, {@code tier-set}, {@code tier-removed}, {@code override-set} and {@code
 * override-removed}.
 */
public final class AuditTable {
  private static final String COLUMNS = "happened_at, actor, action, target, user_id, detail";

  private final Connections connections;

  AuditTable(Connections connections) {
    this.connections = connections;
  }

  /** Appends all of the entries, or none. */
  public void append(List<AuditEntry> entries) {
    connections.write(
        "append to audit trail",
        session -> {
          add(session, entries);
          return entries;
        });
  }

  static void add(Session session, List<AuditEntry> entries) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (AuditEntry e : entries) {
      KeySize.ACTOR.require(session.dialect(), e.actor());
      rows.add(
          new @Nullable Object[] {e.at(), e.actor(), e.action(), e.target(), e.user(), e.detail()});
    }
    session.updateAll(
        "insert into throttlex_audit (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?)", rows);
  }

  /** Returns the matching entries, newest first. */
  public List<StoredAuditEntry> query(AuditQuery query) {
    StringBuilder sql =
        new StringBuilder("select id, " + COLUMNS + " from throttlex_audit where 1 = 1");
    List<@Nullable Object> values = new ArrayList<>();
    String ofUser = " and " + connections.dialect().equalsLong("user_id");
    restrict(sql, values, ofUser, query.user());
    restrict(sql, values, " and actor = ?", query.actor());
    restrict(sql, values, " and action = ?", query.action());
    String ofTarget = " and " + connections.dialect().equalsLong("target");
    restrict(sql, values, ofTarget, query.target());
    restrict(sql, values, " and happened_at >= ?", ceiling(query.from()));
    restrict(sql, values, " and happened_at < ?", ceiling(query.to()));
    restrict(sql, values, " and id < ?", query.beforeId());
    restrict(sql, values, " order by id desc limit ?", query.limit());
    return connections.read(
        "query audit trail",
        session -> session.all(AuditTable::entry, sql.toString(), values.toArray()));
  }

  /**
   * Returns the users of the newest entries with an action, each with the time of the newest one.
   *
   * @param limit the number of entries
   */
  public Map<String, Instant> latest(String action, int limit) {
    Map<String, Instant> users = new HashMap<>();
    connections.read(
        "read users of audit trail",
        session ->
            session.all(
                row -> users.put(row.text("user_id"), row.time("at")),
                "select user_id, max(happened_at) at from (select user_id, happened_at"
                    + " from throttlex_audit where action = ? order by id desc limit ?) latest"
                    + " where user_id is not null group by user_id",
                action,
                limit));
    return users;
  }

  private static void restrict(
      StringBuilder sql, List<@Nullable Object> values, String condition, @Nullable Object value) {
    if (value != null) {
      sql.append(condition);
      condition.chars().filter(c -> c == '?').forEach(mark -> values.add(value));
    }
  }

  private static @Nullable Long ceiling(@Nullable Instant time) {
    return time == null ? null : EpochMillis.ceiling(time);
  }

  /** Deletes entries before the time, in small batches; returns how many. */
  public long deleteBefore(Instant time) {
    return connections.deleteInBatches(
        "shorten audit trail",
        "throttlex_audit",
        "id",
        "happened_at < ?",
        EpochMillis.ceiling(time));
  }

  private static StoredAuditEntry entry(Row row) throws SQLException {
    AuditEntry entry =
        new AuditEntry(
            row.time("happened_at"),
            row.text("actor"),
            row.text("action"),
            row.text("target"),
            row.optionalText("user_id"),
            row.text("detail"));
    return new StoredAuditEntry(row.number("id"), entry);
  }
}
