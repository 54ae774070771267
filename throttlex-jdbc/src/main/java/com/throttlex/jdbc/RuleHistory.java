package com.throttlex.jdbc;

import com.throttlex.jdbc.RuleVersion.Action;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All versions of rules; never deleted, because the next version follows the last. */
final class RuleHistory {
  private static final String COLUMNS =
      "rule_id, version, action, actor, changed_at, content, previous";
  private static final String SELECT =
      "select " + COLUMNS + " from throttlex_policy_version where rule_id = ?";

  private RuleHistory() {}

  /** Records a change, in the history and in the audit trail. */
  static void add(Session session, RuleVersion version) throws SQLException {
    KeySize.RULE.require(session.dialect(), version.id());
    insert(session, List.of(version));
    AuditTable.add(session, List.of(audited(version)));
  }

  /** Records changes in the history only. */
  static void insert(Session session, List<RuleVersion> versions) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (RuleVersion version : versions) {
      rows.add(
          new @Nullable Object[] {
            version.id(),
            version.version(),
            version.action().name(),
            version.actor(),
            version.at(),
            version.json(),
            version.before()
          });
    }
    session.updateAll(
        "insert into throttlex_policy_version (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?)",
        rows);
  }

  static AuditEntry audited(RuleVersion version) {
    String action = version.action().name().toLowerCase(Locale.ROOT).replace('_', '-');
    String detail = "version " + version.version();
    return new AuditEntry(
        version.at(), version.actor(), "rule-" + action, version.id(), null, detail);
  }

  /** Returns the versions of the rule, newest first. */
  static List<RuleVersion> of(Session session, String id) throws SQLException {
    return session.all(RuleHistory::version, SELECT + " order by version desc", id);
  }

  static Optional<RuleVersion> last(Session session, String id) throws SQLException {
    return of(session, id).stream().findFirst();
  }

  /** Returns the last version of every rule. */
  static List<RuleVersion> latest(Session session) throws SQLException {
    String sql =
        "select "
            + COLUMNS
            + " from throttlex_policy_version v where version ="
            + " (select max(version) from throttlex_policy_version w where w.rule_id = v.rule_id)";
    return session.all(RuleHistory::version, sql);
  }

  /** Returns the number of the rule's last version; 0 if it never had one. */
  static long lastVersion(Session session, String id) throws SQLException {
    String sql =
        "select coalesce(max(version), 0) as last_version from throttlex_policy_version"
            + " where rule_id = ?";
    return session.first(row -> row.number("last_version"), sql, id).orElse(0L);
  }

  /** Returns the number of the last version of every rule. */
  static Map<String, Long> lastVersions(Session session) throws SQLException {
    String sql =
        "select rule_id, max(version) as last_version from throttlex_policy_version"
            + " group by rule_id";
    Map<String, Long> versions = new HashMap<>();
    session.all(row -> versions.put(row.text("rule_id"), row.number("last_version")), sql);
    return versions;
  }

  /**
   * Returns the rule's text in a version.
   *
   * @throws NotFoundException if there is no such version, or it was a deletion
   */
  static String json(Session session, String id, long version) throws SQLException {
    Optional<RuleVersion> found =
        session.first(RuleHistory::version, SELECT + " and version = ?", id, version);
    @Nullable String json = found.isPresent() ? found.get().json() : null;
    if (json == null) {
      throw new NotFoundException(
          "rule " + id + ": version " + version + " (expected: a version that was not a deletion)");
    }
    return json;
  }

  private static RuleVersion version(Row row) throws SQLException {
    return new RuleVersion(
        row.text("rule_id"),
        row.number("version"),
        Action.valueOf(row.text("action")),
        row.text("actor"),
        row.time("changed_at"),
        row.optionalText("content"),
        row.optionalText("previous"));
  }
}
