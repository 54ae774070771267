package com.throttlex.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What is known of users: their tiers, and limits given to them for a time. */
public final class UserTable {
  private static final String OVERRIDE = "user_id, rule_id, limits, expires_at, actor, changed_at";

  private final Connections connections;
  private final String putTier;
  private final String putOverride;

  UserTable(Connections connections, Dialect dialect) {
    this.connections = connections;
    this.putTier =
        "insert into throttlex_tier (user_id, tier, actor, changed_at) values (?, ?, ?, ?)"
            + dialect.orReplace("user_id", "tier", "actor", "changed_at");
    this.putOverride =
        "insert into throttlex_override ("
            + OVERRIDE
            + ") values (?, ?, ?, ?, ?, ?)"
            + dialect.orReplace("user_id, rule_id", "limits", "expires_at", "actor", "changed_at");
  }

  public Optional<String> tier(String user) {
    return connections.read("read tier", session -> tier(session, user));
  }

  /** The tiers of all users that have one, by user. */
  public Map<String, String> tiers() {
    Map<String, String> tiers = new LinkedHashMap<>();
    connections.read(
        "read tiers",
        session ->
            session.all(
                row -> tiers.put(row.text("user_id"), row.text("tier")),
                "select user_id, tier from throttlex_tier order by user_id"));
    return tiers;
  }

  public void putTier(String user, String tier, Change change) {
    connections.write(
        "set tier",
        session -> {
          String detail = tier + tier(session, user).map(was -> " (was: " + was + ")").orElse("");
          session.update(putTier, user, tier, change.actor(), change.at());
          audit(session, change, "tier-set", user, user, detail);
          return tier;
        });
  }

  /** Takes the user's tier away; false if there was none. */
  public boolean removeTier(String user, Change change) {
    return connections.write(
        "remove tier",
        session -> {
          Optional<String> was = tier(session, user);
          if (session.update("delete from throttlex_tier where user_id = ?", user) == 0) {
            return false;
          }
          audit(session, change, "tier-removed", user, user, "was: " + was.orElse("unknown"));
          return true;
        });
  }

  /** Gives a user limits under a rule, in place of any that were given before. */
  public void putOverride(StoredOverride override) {
    String user = override.user();
    String rule = override.rule();
    String limits = String.join("\n", override.limits());
    Change change = new Change(override.actor(), override.at());
    connections.write(
        "set override",
        session -> {
          session.update(
              putOverride, user, rule, limits, override.expiresAt(), change.actor(), change.at());
          String detail = String.join(", ", override.limits()) + " until " + override.expiresAt();
          audit(session, change, "override-set", rule, user, detail);
          return override;
        });
  }

  /** Takes back what was given, expired or not; false if there was nothing. */
  public boolean removeOverride(String user, String rule, Change change) {
    String sql = "delete from throttlex_override where user_id = ? and rule_id = ?";
    return connections.write(
        "remove override",
        session -> {
          boolean removed = session.update(sql, user, rule) > 0;
          if (removed) {
            audit(session, change, "override-removed", rule, user, "");
          }
          return removed;
        });
  }

  /** What was given to the user and not taken back, by rule; expired ones too, until deleted. */
  public List<StoredOverride> overrides(String user) {
    String sql =
        "select " + OVERRIDE + " from throttlex_override where user_id = ? order by rule_id";
    return connections.read(
        "read overrides of user", session -> session.all(UserTable::override, sql, user));
  }

  /** All that hold at the time, by user and rule. */
  public List<StoredOverride> overrides(Instant now) {
    String sql =
        "select "
            + OVERRIDE
            + " from throttlex_override where expires_at > ?"
            + " order by user_id, rule_id";
    return connections.read(
        "read overrides", session -> session.all(UserTable::override, sql, now));
  }

  /**
   * Deletes what no longer holds, and says how many that was. Not in the audit trail: when it would
   * end is there since it was given.
   */
  public long deleteExpiredOverrides(Instant now) {
    String sql =
        "delete from throttlex_override where (user_id, rule_id) in (select user_id, rule_id from"
            + " (select user_id, rule_id from throttlex_override where expires_at <= ? limit ?)"
            + " batch)";
    return connections.deleteInBatches("delete expired overrides", sql, now);
  }

  private static Optional<String> tier(Session session, String user) throws SQLException {
    String sql = "select tier from throttlex_tier where user_id = ?";
    return session.first(row -> row.text("tier"), sql, user);
  }

  private static void audit(
      Session session, Change change, String action, String target, String user, String detail)
      throws SQLException {
    AuditEntry entry = new AuditEntry(change.at(), change.actor(), action, target, user, detail);
    AuditTable.add(session, List.of(entry));
  }

  private static StoredOverride override(Row row) throws SQLException {
    return new StoredOverride(
        row.text("user_id"),
        row.text("rule_id"),
        List.of(row.text("limits").split("\n", -1)),
        row.time("expires_at"),
        row.text("actor"),
        row.time("changed_at"));
  }
}
