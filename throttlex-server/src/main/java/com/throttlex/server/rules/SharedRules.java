package com.throttlex.server.rules;

import com.throttlex.jdbc.RuleVersion;
import com.throttlex.jdbc.RuleVersion.Action;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The rules of the database, which all nodes keep equal. */
final class SharedRules implements SharedPart {
  /** The order in which changes of one rule replace each other. */
  static final Comparator<RuleVersion> ORDER =
      Comparator.comparing((RuleVersion version) -> change(version).rank());

  private static final String PREFIX = "rule:";

  private final ManagedRules rules;

  SharedRules(ManagedRules rules) {
    this.rules = rules;
  }

  @Override
  public boolean keeps(String id) {
    return id.startsWith(PREFIX);
  }

  @Override
  public void reload() {
    rules.reload();
  }

  @Override
  public List<SharedChange> changes() {
    return rules.latest().stream().map(SharedRules::change).toList();
  }

  @Override
  public List<SharedChange> changes(Collection<String> ids) {
    return changes().stream().filter(change -> ids.contains(change.id())).toList();
  }

  @Override
  public void check(SharedChange change) {
    version(change);
  }

  @Override
  public void adopt(List<SharedChange> changes) {
    rules.adopt(changes.stream().map(SharedRules::version).toList());
  }

  @Override
  public void onChange(Consumer<List<String>> changed) {
    rules.onChange(ids -> changed.accept(ids.stream().map(id -> PREFIX + id).toList()));
  }

  private static SharedChange change(RuleVersion version) {
    String id = PREFIX + version.id();
    JsonObject details =
        new JsonObject().put("action", version.action().name()).put("actor", version.actor());
    String json = version.json();
    return json == null
        ? SharedChange.ending(id, version.version(), version.at(), details)
        : SharedChange.of(id, version.version(), version.at(), details.put("rule", json));
  }

  /**
   * Converts a change to the form of the database.
   *
   * @throws IllegalArgumentException when it is not a change of a rule
   */
  private static RuleVersion version(SharedChange change) {
    String id = change.id().substring(PREFIX.length());
    Action action = Action.valueOf(change.detail("action"));
    String json = action == Action.DELETED ? null : change.detail("rule");
    Instant at = Instant.ofEpochMilli(change.at());
    RuleVersion version =
        new RuleVersion(id, change.version(), action, change.detail("actor"), at, json, null);
    // A change that is not written exactly as it was read would be exchanged for ever.
    if (change.version() < 1 || !change(version).equals(change) || !isOf(id, json)) {
      throw new IllegalArgumentException(
          "change: " + change.text() + " (expected: a change of rule " + id + ")");
    }
    return version;
  }

  private static boolean isOf(String id, @Nullable String json) {
    try {
      return json == null || id.equals(new JsonObject(json).getValue("id"));
    } catch (DecodeException e) {
      return false;
    }
  }
}
