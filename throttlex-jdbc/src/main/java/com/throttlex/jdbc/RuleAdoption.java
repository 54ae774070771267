package com.throttlex.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A copy of changes of other databases, with a few statements for each table. */
final class RuleAdoption {
  /** More changes than this are compared with whole tables, and have one audit entry together. */
  private static final int MANY = 100;

  private static final int AUDITED = 20;

  private final Session session;
  private final Map<String, RuleVersion> changes;
  private final boolean many;

  private RuleAdoption(Session session, Map<String, RuleVersion> changes) {
    this.session = session;
    this.changes = changes;
    this.many = changes.size() > MANY;
  }

  /** Copies the changes that are newer than those here; of one rule in their order. */
  static void write(Session session, List<RuleVersion> changes, Comparator<RuleVersion> order)
      throws SQLException {
    Map<String, RuleVersion> batch = new LinkedHashMap<>();
    for (RuleVersion change : changes) {
      if (batch.containsKey(change.id())) {
        new RuleAdoption(session, batch).write(order);
        batch = new LinkedHashMap<>();
      }
      batch.put(change.id(), change);
    }
    new RuleAdoption(session, batch).write(order);
  }

  private void write(Comparator<RuleVersion> order) throws SQLException {
    Map<String, RuleVersion> last = last();
    Map<String, String> before = before();
    List<RuleVersion> taken = new ArrayList<>();
    for (RuleVersion change : changes.values()) {
      RuleVersion known = last.get(change.id());
      if (known == null || order.compare(known, change) < 0) {
        KeySize.RULE.require(session.dialect(), change.id());
        taken.add(change.after(before.get(change.id())));
      }
    }
    replace(taken);
    AuditTable.add(session, audited(taken));
  }

  private Map<String, RuleVersion> last() throws SQLException {
    Map<String, RuleVersion> last = new HashMap<>();
    if (many) {
      RuleHistory.latest(session).forEach(version -> last.put(version.id(), version));
    } else {
      for (String id : changes.keySet()) {
        RuleHistory.last(session, id).ifPresent(version -> last.put(id, version));
      }
    }
    return last;
  }

  private Map<String, String> before() throws SQLException {
    Map<String, String> before = new HashMap<>();
    if (many) {
      RuleTable.all(session).forEach(rule -> before.put(rule.id(), rule.json()));
    } else {
      for (String id : changes.keySet()) {
        Optional<StoredRule> rule = RuleTable.find(session, id);
        rule.ifPresent(found -> before.put(id, found.json()));
      }
    }
    return before;
  }

  private void replace(List<RuleVersion> taken) throws SQLException {
    List<@Nullable Object[]> ids = new ArrayList<>();
    List<@Nullable Object[]> numbers = new ArrayList<>();
    List<StoredRule> present = new ArrayList<>();
    for (RuleVersion change : taken) {
      String json = change.json();
      ids.add(new @Nullable Object[] {change.id()});
      numbers.add(new @Nullable Object[] {change.id(), change.version()});
      if (json != null) {
        present.add(
            new StoredRule(
                change.id(), change.version(), json, change.actor(), change.at(), change.at()));
      }
    }
    session.updateAll("delete from throttlex_policy where id = ?", ids);
    session.updateAll(
        "delete from throttlex_policy_version where rule_id = ? and version = ?", numbers);
    RuleHistory.insert(session, taken);
    RuleTable.putAll(session, present);
  }

  private List<AuditEntry> audited(List<RuleVersion> taken) {
    if (taken.size() <= MANY) {
      return taken.stream().map(RuleHistory::audited).toList();
    }
    RuleVersion first = taken.get(0);
    String ids =
        taken.stream().limit(AUDITED).map(RuleVersion::id).collect(Collectors.joining(", "));
    String detail = taken.size() + " changes of other nodes: " + ids + " and more";
    return List.of(
        new AuditEntry(first.at(), first.actor(), "rules-copied", "rules", null, detail));
  }
}
