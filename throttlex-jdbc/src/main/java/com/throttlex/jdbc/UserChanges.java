package com.throttlex.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of tiers and overrides, including removals. There are three tables, and one of
 * them has the last change of a tier or override.
 *
 * <p>Every change first increments one {@link Revision}, as with rules, so changes run one after
 * another.
 */
final class UserChanges {
  private static final String TIERS =
      "select user_id, tier, actor, changed_at, turn from throttlex_tier";
  private static final String OVERRIDES =
      "select user_id, rule_id, limits, expires_at, actor, changed_at, turn"
          + " from throttlex_override";
  private static final String REMOVALS =
      "select user_id, rule_id, actor, changed_at, turn from throttlex_removal";

  private UserChanges() {}

  /** Returns all changes after the revision. */
  static List<UserChange> after(Session session, long revision) throws SQLException {
    return find(session, " where revision > ?", revision);
  }

  static List<UserChange> all(Session session) throws SQLException {
    return find(session, "");
  }

  private static List<UserChange> find(Session session, String which, Object... values)
      throws SQLException {
    List<UserChange> found = new ArrayList<>();
    found.addAll(session.all(UserChanges::tier, TIERS + which, values));
    found.addAll(session.all(UserChanges::override, OVERRIDES + which, values));
    found.addAll(session.all(UserChanges::removal, REMOVALS + which, values));
    return found;
  }

  static Optional<UserChange> last(Session session, String user, @Nullable String rule)
      throws SQLException {
    String of = " where user_id = ? and rule_id = ?";
    Optional<UserChange> given =
        rule == null
            ? session.first(UserChanges::tier, TIERS + " where user_id = ?", user)
            : session.first(UserChanges::override, OVERRIDES + of, user, rule);
    return given.isPresent()
        ? given
        : session.first(UserChanges::removal, REMOVALS + of, user, rule == null ? "" : rule);
  }

  /** Writes a change as the next one of its tier or override. */
  static void putNext(Session session, UserChange change) throws SQLException {
    Optional<UserChange> last = last(session, change.user(), change.rule());
    long least = last.isPresent() ? last.get().turn() + 1 : 0;
    put(session, change.withTurn(Math.max(least, EpochMillis.floor(change.at()))));
  }

  /** Replaces the last change, and writes an audit entry. */
  static void put(Session session, UserChange change) throws SQLException {
    Optional<UserChange> before =
        last(session, change.user(), change.rule()).filter(last -> !last.given().isEmpty());
    String rule = change.rule() == null ? "" : change.rule();
    if (change.rule() == null) {
      session.update("delete from throttlex_tier where user_id = ?", change.user());
    } else {
      String sql = "delete from throttlex_override where user_id = ? and rule_id = ?";
      session.update(sql, change.user(), rule);
    }
    String sql = "delete from throttlex_removal where user_id = ? and rule_id = ?";
    session.update(sql, change.user(), rule);
    insert(session, change, rule);
    if (before.isPresent() || !change.given().isEmpty()) {
      AuditTable.add(session, List.of(audited(change, before)));
    }
  }

  private static void insert(Session session, UserChange change, String rule) throws SQLException {
    KeySize.USER.require(session.dialect(), change.user());
    KeySize.RULE.require(session.dialect(), rule);
    long revision = Revision.USERS.read(session);
    if (change.given().isEmpty()) {
      session.update(
          "insert into throttlex_removal (user_id, rule_id, actor, changed_at, turn, revision)"
              + " values (?, ?, ?, ?, ?, ?)",
          change.user(),
          rule,
          change.actor(),
          change.at(),
          change.turn(),
          revision);
    } else if (change.rule() == null) {
      session.update(
          "insert into throttlex_tier (user_id, tier, actor, changed_at, turn, revision)"
              + " values (?, ?, ?, ?, ?, ?)",
          change.user(),
          change.given().get(0),
          change.actor(),
          change.at(),
          change.turn(),
          revision);
    } else {
      session.update(
          "insert into throttlex_override (user_id, rule_id, limits, expires_at, actor,"
              + " changed_at, turn, revision) values (?, ?, ?, ?, ?, ?, ?, ?)",
          change.user(),
          rule,
          String.join("\n", change.given()),
          change.expiresAt(),
          change.actor(),
          change.at(),
          change.turn(),
          revision);
    }
  }

  private static AuditEntry audited(UserChange change, Optional<UserChange> before) {
    String user = change.user();
    String given = String.join(", ", change.given());
    String was = before.map(last -> "was: " + String.join(", ", last.given())).orElse("");
    boolean removed = change.given().isEmpty();
    if (change.rule() == null) {
      String detail = removed ? was : given + (was.isEmpty() ? "" : " (" + was + ")");
      return entry(change, removed ? "tier-removed" : "tier-set", user, detail);
    }
    boolean stays = StoredOverride.NEVER.equals(change.expiresAt());
    String detail = removed ? "" : given + " until " + (stays ? "removed" : change.expiresAt());
    return entry(change, removed ? "override-removed" : "override-set", change.rule(), detail);
  }

  private static AuditEntry entry(UserChange change, String action, String target, String detail) {
    return new AuditEntry(change.at(), change.actor(), action, target, change.user(), detail);
  }

  private static UserChange tier(Row row) throws SQLException {
    return change(row, null, List.of(row.text("tier")), null);
  }

  private static UserChange override(Row row) throws SQLException {
    List<String> limits = List.of(row.text("limits").split("\n", -1));
    return change(row, row.text("rule_id"), limits, row.time("expires_at"));
  }

  private static UserChange removal(Row row) throws SQLException {
    String rule = row.text("rule_id");
    return change(row, rule.isEmpty() ? null : rule, List.of(), null);
  }

  private static UserChange change(
      Row row, @Nullable String rule, List<String> given, @Nullable Instant expiresAt)
      throws SQLException {
    return new UserChange(
        row.text("user_id"),
        rule,
        row.number("turn"),
        given,
        expiresAt,
        row.text("actor"),
        row.time("changed_at"));
  }
}
