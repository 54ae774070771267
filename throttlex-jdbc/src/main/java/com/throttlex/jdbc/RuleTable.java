package com.throttlex.jdbc;

import com.throttlex.jdbc.RuleVersion.Action;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rules and their history.
 *
 * <p>Every change first increments one {@link Revision}, so changes of rules run one after another.
 */
public final class RuleTable {
  private static final String COLUMNS = "id, version, content, actor, changed_at";

  /** The time of creation is that of the last creation in the history. */
  private static final String SELECT =
      "select "
          + COLUMNS
          + ", coalesce((select max(v.changed_at) from throttlex_policy_version v"
          + " where v.rule_id = throttlex_policy.id and v.action = 'CREATED'),"
          + " (select min(w.changed_at) from throttlex_policy_version w"
          + " where w.rule_id = throttlex_policy.id), changed_at) as created_at"
          + " from throttlex_policy";

  private final Connections connections;

  RuleTable(Connections connections) {
    this.connections = connections;
  }

  /** Returns all rules, by id. */
  public List<StoredRule> all() {
    return connections.read("read rules", RuleTable::all).stream()
        .sorted(Comparator.comparing(StoredRule::id))
        .toList();
  }

  static List<StoredRule> all(Session session) throws SQLException {
    return session.all(RuleTable::rule, SELECT);
  }

  public Optional<StoredRule> find(String id) {
    return connections.read("read rule", session -> find(session, id));
  }

  /**
   * Adds a rule.
   *
   * @throws AlreadyExistsException when there is a rule with the id
   */
  public StoredRule create(String id, String json, Change change) {
    return connections.write(
        "create rule",
        session -> {
          Revision.RULES.advance(session);
          if (find(session, id).isPresent()) {
            throw new AlreadyExistsException(
                "rule: " + id + " (expected: an id that no other rule has)");
          }
          return insert(session, id, json, Action.CREATED, change);
        });
  }

  /**
   * Replaces a rule.
   *
   * @param expectedVersion the version to replace; null for any
   * @throws NotFoundException when there is no such rule
   * @throws VersionConflictException when it has another version
   */
  public StoredRule update(String id, String json, @Nullable Long expectedVersion, Change change) {
    return connections.write(
        "update rule",
        session -> {
          Revision.RULES.advance(session);
          StoredRule before = require(session, id, expectedVersion);
          return replace(session, before, json, Action.UPDATED, change);
        });
  }

  /**
   * Restores an earlier version of a rule as a new version; also restores a deleted rule.
   *
   * @param expectedVersion the version to replace; null for any, or none
   * @throws NotFoundException when there is no such rule or version, or it was a deletion
   * @throws VersionConflictException when the rule has another version
   */
  public StoredRule rollBack(
      String id, long toVersion, @Nullable Long expectedVersion, Change change) {
    return connections.write(
        "roll back rule",
        session -> {
          Revision.RULES.advance(session);
          String json = RuleHistory.json(session, id, toVersion);
          if (expectedVersion == null && find(session, id).isEmpty()) {
            return insert(session, id, json, Action.ROLLED_BACK, change);
          }
          StoredRule before = require(session, id, expectedVersion);
          return replace(session, before, json, Action.ROLLED_BACK, change);
        });
  }

  /**
   * Deletes a rule; its history stays.
   *
   * @param expectedVersion the version to delete; null for any
   * @throws NotFoundException when there is no such rule
   * @throws VersionConflictException when it has another version
   */
  public void delete(String id, @Nullable Long expectedVersion, Change change) {
    connections.write(
        "delete rule",
        session -> {
          Revision.RULES.advance(session);
          StoredRule before = require(session, id, expectedVersion);
          String sql = "delete from throttlex_policy where id = ? and version = ?";
          requireOne(session.update(sql, id, before.version()), before);
          RuleHistory.add(
              session,
              new RuleVersion(
                  id,
                  before.version() + 1,
                  Action.DELETED,
                  change.actor(),
                  change.at(),
                  null,
                  before.json()));
          return before;
        });
  }

  /**
   * Creates, updates and deletes many rules as one change: one transaction, one revision and one
   * entry of the audit trail. Each rule gets its next version.
   *
   * @param revision the revision that the change is based on
   * @param contents the texts of the rules to create or update, by id
   * @param deleted the ids of the rules to delete
   * @param detail the detail of the audit entry
   * @return empty if another change was first; then nothing is changed
   */
  public Optional<ReplacedRules> replaceAll(
      long revision,
      Map<String, String> contents,
      Set<String> deleted,
      String detail,
      Change change) {
    return connections.write(
        "replace rules",
        session -> {
          if (!Revision.RULES.advance(session, revision)) {
            return Optional.empty();
          }
          List<StoredRule> written =
              RuleReplacement.write(session, contents, deleted, detail, change);
          return Optional.of(new ReplacedRules(revision + 1, written));
        });
  }

  /** Returns every change of the rule, newest first; also of a deleted rule. */
  public List<RuleVersion> history(String id) {
    return connections.read("read rule history", session -> RuleHistory.of(session, id));
  }

  /** Returns the last change of every rule, including deleted ones; by id. */
  public List<RuleVersion> latest() {
    return connections.read("read last rule changes", RuleHistory::latest).stream()
        .sorted(Comparator.comparing(RuleVersion::id))
        .toList();
  }

  /**
   * Copies changes of other databases, each with its version there; versions in between stay
   * unknown. A change with a lower version than the last one here is ignored. A change with the
   * same version as the last one here replaces it, and gets the replaced rule as {@code before}.
   *
   * @param order the same in every database, so that all end with the same rules
   */
  public void adopt(List<RuleVersion> changes, Comparator<RuleVersion> order) {
    connections.write(
        "copy rules",
        session -> {
          Revision.RULES.advance(session);
          RuleAdoption.write(session, changes, order);
          return changes;
        });
  }

  /**
   * Returns a number that grows with every change of any rule. To follow the rules, read this
   * number first and the rules after it.
   */
  public long revision() {
    return connections.read("read rule revision", Revision.RULES::read);
  }

  static Optional<StoredRule> find(Session session, String id) throws SQLException {
    return session.first(RuleTable::rule, SELECT + " where id = ?", id);
  }

  private static StoredRule require(Session session, String id, @Nullable Long expectedVersion)
      throws SQLException {
    StoredRule rule =
        find(session, id)
            .orElseThrow(
                () -> new NotFoundException("rule: " + id + " (expected: the id of a rule)"));
    if (expectedVersion != null && expectedVersion != rule.version()) {
      throw new VersionConflictException(id, expectedVersion, rule.version());
    }
    return rule;
  }

  private static StoredRule insert(
      Session session, String id, String json, Action action, Change change) throws SQLException {
    long version = RuleHistory.lastVersion(session, id) + 1;
    StoredRule rule = new StoredRule(id, version, json, change.actor(), change.at(), change.at());
    RuleHistory.add(session, version(rule, action, null));
    put(session, rule);
    return require(session, id, null);
  }

  private static void put(Session session, StoredRule rule) throws SQLException {
    putAll(session, List.of(rule));
  }

  static void putAll(Session session, List<StoredRule> rules) throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (StoredRule rule : rules) {
      rows.add(
          new @Nullable Object[] {
            rule.id(), rule.version(), rule.json(), rule.actor(), rule.changedAt()
          });
    }
    session.updateAll(
        "insert into throttlex_policy (" + COLUMNS + ") values (?, ?, ?, ?, ?)", rows);
  }

  private static StoredRule replace(
      Session session, StoredRule before, String json, Action action, Change change)
      throws SQLException {
    StoredRule rule =
        new StoredRule(
            before.id(),
            before.version() + 1,
            json,
            change.actor(),
            change.at(),
            before.createdAt());
    String sql =
        "update throttlex_policy set version = ?, content = ?, actor = ?, changed_at = ?"
            + " where id = ? and version = ?";
    int changed =
        session.update(
            sql, rule.version(), json, rule.actor(), rule.changedAt(), rule.id(), before.version());
    requireOne(changed, before);
    RuleHistory.add(session, version(rule, action, before.json()));
    return rule;
  }

  private static void requireOne(int changed, StoredRule before) {
    if (changed != 1) {
      throw new DatabaseException(
          "rule " + before.id() + ": changed during a change of it (expected: a locked revision)",
          null);
    }
  }

  private static RuleVersion version(StoredRule rule, Action action, @Nullable String before) {
    return new RuleVersion(
        rule.id(), rule.version(), action, rule.actor(), rule.changedAt(), rule.json(), before);
  }

  private static StoredRule rule(Row row) throws SQLException {
    return new StoredRule(
        row.text("id"),
        row.number("version"),
        row.text("content"),
        row.text("actor"),
        row.time("changed_at"),
        row.time("created_at"));
  }
}
