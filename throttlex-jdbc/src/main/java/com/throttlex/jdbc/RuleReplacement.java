package com.throttlex.jdbc;

import com.throttlex.jdbc.RuleVersion.Action;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of many rules in one transaction: the rules, their history and one audit entry, with a
 * few statements for each table.
 */
final class RuleReplacement {
  private final Session session;
  private final Change change;
  private final Map<String, StoredRule> before = new HashMap<>();
  private final Map<String, Long> lastVersions;
  private final List<StoredRule> written = new ArrayList<>();
  private final List<RuleVersion> history = new ArrayList<>();

  private RuleReplacement(Session session, Change change) throws SQLException {
    this.session = session;
    this.change = change;
    RuleTable.all(session).forEach(rule -> before.put(rule.id(), rule));
    lastVersions = RuleHistory.lastVersions(session);
  }

  /** Creates or updates some rules and deletes others; returns those that it wrote. */
  static List<StoredRule> write(
      Session session,
      Map<String, String> contents,
      Set<String> deleted,
      String detail,
      Change change)
      throws SQLException {
    RuleReplacement replacement = new RuleReplacement(session, change);
    contents.forEach(replacement::put);
    deleted.forEach(replacement::delete);
    replacement.write();
    AuditTable.add(
        session,
        List.of(
            new AuditEntry(change.at(), change.actor(), "rules-replaced", "rules", null, detail)));
    return replacement.written;
  }

  private void put(String id, String json) {
    KeySize.RULE.require(session.dialect(), id);
    StoredRule old = before.get(id);
    Instant created = old == null ? change.at() : old.createdAt();
    StoredRule rule =
        new StoredRule(id, nextVersion(id), json, change.actor(), change.at(), created);
    written.add(rule);
    record(rule.version(), old == null ? Action.CREATED : Action.UPDATED, id, json, old);
  }

  private void delete(String id) {
    StoredRule old = before.get(id);
    if (old == null) {
      throw new NotFoundException("rule: " + id + " (expected: the id of a rule)");
    }
    record(nextVersion(id), Action.DELETED, id, null, old);
  }

  private long nextVersion(String id) {
    return lastVersions.getOrDefault(id, 0L) + 1;
  }

  private void record(
      long version, Action action, String id, @Nullable String json, @Nullable StoredRule old) {
    String previous = old == null ? null : old.json();
    history.add(new RuleVersion(id, version, action, change.actor(), change.at(), json, previous));
  }

  private void write() throws SQLException {
    List<@Nullable Object[]> replaced = new ArrayList<>();
    for (RuleVersion version : history) {
      if (version.before() != null) {
        replaced.add(new @Nullable Object[] {version.id()});
      }
    }
    session.updateAll("delete from throttlex_policy where id = ?", replaced);
    RuleTable.putAll(session, written);
    RuleHistory.insert(session, history);
  }
}
