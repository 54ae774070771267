package com.throttlex.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of users: their tiers, and limits given to them for a time. */
public final class UserTable {
  private static final String KEY = "user_id, rule_id";
  private static final String OVERRIDE = "user_id, rule_id, limits, expires_at, actor, changed_at";

  private final Connections connections;

  UserTable(Connections connections) {
    this.connections = connections;
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
    put(
        "set tier",
        new UserChange(user, null, 0, List.of(tier), null, change.actor(), change.at()));
  }

  /** Takes the user's tier away; false if there was none. */
  public boolean removeTier(String user, Change change) {
    return remove("remove tier", UserChange.removal(user, null, change));
  }

  /** Gives a user limits under a rule, in place of any that were given before. */
  public void putOverride(StoredOverride override) {
    put(
        "set override",
        new UserChange(
            override.user(),
            override.rule(),
            0,
            override.limits(),
            override.expiresAt(),
            override.actor(),
            override.at()));
  }

  /** Takes back what was given, expired or not; false if there was nothing. */
  public boolean removeOverride(String user, String rule, Change change) {
    return remove("remove override", UserChange.removal(user, rule, change));
  }

  /** Takes all back that the user was given under rules, or nothing; returns the rules. */
  public List<String> removeOverrides(String user, Change change) {
    String sql = "select rule_id from throttlex_override where user_id = ? order by rule_id";
    return connections.write(
        "remove overrides",
        session -> {
          Revision.USERS.advance(session);
          List<String> rules = session.all(row -> row.text("rule_id"), sql, user);
          for (String rule : rules) {
            UserChanges.putNext(session, UserChange.removal(user, rule, change));
          }
          return rules;
        });
  }

  private void put(String operation, UserChange change) {
    connections.write(
        operation,
        session -> {
          Revision.USERS.advance(session);
          UserChanges.putNext(session, change);
          return change;
        });
  }

  private boolean remove(String operation, UserChange removal) {
    return connections.write(
        operation,
        session -> {
          Revision.USERS.advance(session);
          Optional<UserChange> last = UserChanges.last(session, removal.user(), removal.rule());
          boolean given = last.isPresent() && !last.get().given().isEmpty();
          if (given) {
            UserChanges.putNext(session, removal);
          }
          return given;
        });
  }

  /**
   * A number that grows with every change. Who follows the changes reads this number first and what
   * changed after the last one then.
   */
  public long revision() {
    return connections.read("read user revision", Revision.USERS::read);
  }

  /** The last change of every tier and override that was changed after the revision. */
  public List<UserChange> changesAfter(long revision) {
    return connections.read("read changes of users", s -> UserChanges.after(s, revision));
  }

  /** The last change of every tier and override, also of those that were taken back lately. */
  public List<UserChange> latest() {
    return connections.read("read last changes of users", UserChanges::all);
  }

  /**
   * The last change of a user's tier, or of the limits under a rule.
   *
   * @param rule null for the tier
   */
  public Optional<UserChange> latest(String user, @Nullable String rule) {
    return connections.read(
        "read last change of user", session -> UserChanges.last(session, user, rule));
  }

  /**
   * Takes over changes that were made in other databases, as far as they are above the last ones
   * here.
   *
   * @param order the same wherever changes are taken over, so that all end with the same
   */
  public void adopt(List<UserChange> changes, Comparator<UserChange> order) {
    connections.write(
        "adopt changes of users",
        session -> {
          Revision.USERS.advance(session);
          for (UserChange change : changes) {
            Optional<UserChange> last = UserChanges.last(session, change.user(), change.rule());
            if (last.isEmpty() || order.compare(last.get(), change) < 0) {
              UserChanges.put(session, change);
            }
          }
          return changes;
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
    return connections.deleteInBatches(
        "delete expired overrides", "throttlex_override", KEY, "expires_at <= ?", now);
  }

  /** Deletes the memory of what was taken back before the time; says how much that was. */
  public long deleteRemovalsBefore(Instant time) {
    return connections.deleteInBatches(
        "delete removals", "throttlex_removal", KEY, "changed_at < ?", time);
  }

  private static Optional<String> tier(Session session, String user) throws SQLException {
    String sql = "select tier from throttlex_tier where user_id = ?";
    return session.first(row -> row.text("tier"), sql, user);
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
