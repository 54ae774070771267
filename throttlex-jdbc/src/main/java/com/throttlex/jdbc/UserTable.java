package com.throttlex.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The users' tiers and overrides. */
public final class UserTable {
  private static final String KEY = "user_id, rule_id";
  private static final String OVERRIDE = "user_id, rule_id, limits, expires_at, actor, changed_at";

  /** The order of names in the database. */
  public static final Comparator<String> NAMES =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  private static final String LAST_CHARACTER = Character.toString(Character.MAX_CODE_POINT);

  private final Connections connections;

  UserTable(Connections connections) {
    this.connections = connections;
  }

  public Optional<String> tier(String user) {
    return connections.read("read tier", session -> tier(session, user));
  }

  /** Returns the tiers of all users that have one, by user. */
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
    put(user, tier, List.of(), List.of(), change);
  }

  /** Removes the user's tier; returns false if there was none. */
  public boolean removeTier(String user, Change change) {
    return remove("remove tier", UserChange.removal(user, null, change));
  }

  /**
   * Sets a user's tier and some overrides, and removes others, together.
   *
   * @param removed the rules of the overrides to remove
   */
  public void put(
      String user,
      String tier,
      List<StoredOverride> overrides,
      List<String> removed,
      Change change) {
    connections.write(
        "set tier and overrides",
        session -> {
          Revision.USERS.advance(session);
          UserChanges.putNext(
              session,
              new UserChange(user, null, 0, List.of(tier), null, change.actor(), change.at()));
          for (StoredOverride override : overrides) {
            UserChanges.putNext(session, change(override));
          }
          for (String rule : removed) {
            UserChanges.putNext(session, UserChange.removal(user, rule, change));
          }
          return tier;
        });
  }

  /** Sets an override of a user under a rule, and replaces an earlier one. */
  public void putOverride(StoredOverride override) {
    put("set override", change(override));
  }

  private static UserChange change(StoredOverride override) {
    return new UserChange(
        override.user(),
        override.rule(),
        0,
        override.limits(),
        override.expiresAt(),
        override.actor(),
        override.at());
  }

  /** Removes an override, expired or not; returns false if there was none. */
  public boolean removeOverride(String user, String rule, Change change) {
    return remove("remove override", UserChange.removal(user, rule, change));
  }

  /** Removes all overrides of the user, or none; returns their rules. */
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
   * Returns a number that grows with every change. To follow the changes, read this number first,
   * and then the changes after the last number.
   */
  public long revision() {
    return connections.read("read user revision", Revision.USERS::read);
  }

  /** Returns the last change of every tier and override that changed after the revision. */
  public List<UserChange> changesAfter(long revision) {
    return connections.read("read changes of users", s -> UserChanges.after(s, revision));
  }

  /** Returns the last change of every tier and override, including recent removals. */
  public List<UserChange> latest() {
    return connections.read("read last changes of users", UserChanges::all);
  }

  /**
   * Returns the last change of a user's tier, or of an override.
   *
   * @param rule null for the tier
   */
  public Optional<UserChange> latest(String user, @Nullable String rule) {
    return connections.read(
        "read last change of user", session -> UserChanges.last(session, user, rule));
  }

  /**
   * Copies changes of other databases that are newer than the last ones here.
   *
   * @param order the same in every database, so that all end with the same tiers and overrides
   */
  public void adopt(List<UserChange> changes, Comparator<UserChange> order) {
    connections.write(
        "copy changes of users",
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

  /** Returns the user's overrides, by rule; also expired ones, until they are deleted. */
  public List<StoredOverride> overrides(String user) {
    String sql =
        "select " + OVERRIDE + " from throttlex_override where user_id = ? order by rule_id";
    return connections.read(
        "read overrides of user", session -> session.all(UserTable::override, sql, user));
  }

  /** Returns all overrides in force at the time, by user and rule. */
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
   * Returns users with a tier or with overrides in force, by name as bytes of UTF-8.
   *
   * @param prefix the beginning of their names
   * @param after only users after this name; empty for all
   */
  public List<GivenUser> given(String prefix, String after, int limit, Instant now) {
    String range = " and user_id > ? and user_id >= ? and user_id <= ?";
    String order = " order by user_id limit ?";
    String last = prefix + LAST_CHARACTER;
    return connections.read(
        "read users",
        session -> {
          List<GivenUser> tiers =
              session.all(
                  row -> new GivenUser(row.text("user_id"), row.text("tier"), 0),
                  "select user_id, tier from throttlex_tier where 1 = 1" + range + order,
                  after,
                  prefix,
                  last,
                  limit);
          List<GivenUser> overridden =
              session.all(
                  row -> new GivenUser(row.text("user_id"), null, row.number("overrides")),
                  "select user_id, count(*) overrides from throttlex_override where expires_at > ?"
                      + range
                      + " group by user_id"
                      + order,
                  now,
                  after,
                  prefix,
                  last,
                  limit);
          return joined(tiers, overridden, limit);
        });
  }

  /** Returns the first users of two lists that are in the order of names. */
  private static List<GivenUser> joined(
      List<GivenUser> tiers, List<GivenUser> overridden, int limit) {
    Map<String, GivenUser> users = new TreeMap<>(NAMES);
    tiers.forEach(user -> users.put(user.user(), user));
    overridden.forEach(
        user ->
            users.merge(
                user.user(),
                user,
                (tier, more) -> new GivenUser(tier.user(), tier.tier(), more.overrides())));
    return users.values().stream().limit(limit).toList();
  }

  /**
   * Deletes expired overrides; returns how many. There is no audit entry, because the entry of the
   * override has its expiry.
   */
  public long deleteExpiredOverrides(Instant now) {
    return connections.deleteInBatches(
        "delete expired overrides", "throttlex_override", KEY, "expires_at <= ?", now);
  }

  /** Deletes records of removals before the time; returns how many. */
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
