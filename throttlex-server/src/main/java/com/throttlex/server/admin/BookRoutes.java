package com.throttlex.server.admin;

import com.throttlex.rule.Preamble;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.rules.BookDifference;
import com.throttlex.server.rules.BookDifference.Changed;
import com.throttlex.server.rules.BookResult;
import com.throttlex.server.rules.ManagedRules;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;

/** Replaces the whole rule book in one step, and answers the difference. */
final class BookRoutes {
  /** The largest body, in bytes; 10,000 rules have about two million. */
  static final int MOST_BYTES = 8 << 20;

  /** The number of rules of each kind that an answer lists. */
  private static final int LISTED = 100;

  private final ManagedRules rules;

  BookRoutes(AdminServices parts) {
    rules = parts.rules();
  }

  /** Replaces the book; one call at a time, because a parsed book needs many times its bytes. */
  synchronized AdminAnswer replace(AdminCall call) {
    boolean dryRun = call.query("dry-run").flag("dry-run");
    Preamble file = rules.file() == null ? null : rules.listing().preamble();
    BookResult result =
        rules.replace(
            BookBody.read(call.json(), file),
            etag -> EntityTags.require(call, etag),
            dryRun,
            call.change());
    return AdminAnswer.ok(json(result, dryRun)).with("ETag", result.etag());
  }

  private static JsonObject json(BookResult result, boolean dryRun) {
    BookDifference difference = result.difference();
    int longest = Math.max(difference.added().size(), difference.removed().size());
    longest = Math.max(longest, difference.changed().size());
    return new JsonObject()
        .put("dryRun", dryRun)
        .put("revision", result.revision())
        .put("added", difference.added().size())
        .put("changed", difference.changed().size())
        .put("removed", difference.removed().size())
        .put("unchanged", difference.unchanged())
        .put("difference", json(difference))
        .put("truncated", longest > LISTED);
  }

  private static JsonObject json(BookDifference difference) {
    JsonArray changed = new JsonArray();
    difference.changed().stream().limit(LISTED).forEach(rule -> changed.add(json(rule)));
    JsonObject before = new JsonObject(RuleFile.toMap(difference.before()));
    JsonObject after = new JsonObject(RuleFile.toMap(difference.after()));
    return new JsonObject()
        .put("book", fields(before, after))
        .put("added", first(difference.added()))
        .put("changed", changed)
        .put("removed", first(difference.removed()));
  }

  private static JsonArray first(List<String> ids) {
    return new JsonArray(ids.subList(0, Math.min(LISTED, ids.size())));
  }

  private static JsonObject json(Changed rule) {
    String before = rule.before();
    JsonObject old = before == null ? new JsonObject() : new JsonObject(before);
    return new JsonObject()
        .put("id", rule.id())
        .put("fields", fields(old, new JsonObject(rule.after())));
  }

  /** Returns the fields that differ, with their values before and after; null is the default. */
  private static JsonObject fields(JsonObject before, JsonObject after) {
    TreeSet<String> names = new TreeSet<>(before.fieldNames());
    names.addAll(after.fieldNames());
    JsonObject fields = new JsonObject();
    for (String name : names) {
      if (!Objects.equals(before.getValue(name), after.getValue(name))) {
        fields.put(
            name,
            new JsonObject()
                .put("before", before.getValue(name))
                .put("after", after.getValue(name)));
      }
    }
    return fields;
  }
}
