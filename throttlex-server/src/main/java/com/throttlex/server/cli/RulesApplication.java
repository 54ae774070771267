package com.throttlex.server.cli;

import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Applies the rules of a file to a service: all changes in one step, or none. */
final class RulesApplication {
  /** The number of rules of each kind that are printed. */
  private static final int PRINTED = 100;

  private final AdminApi api;
  private final RuleBook book;
  private final ServiceBook service;
  private final ServiceChanges changes;

  RulesApplication(RuleBook book, AdminApi api) {
    this.api = api;
    this.book = book;
    service = api.book();
    changes = ServiceChanges.between(service.rules(), book.rules());
  }

  ServiceChanges changes() {
    return changes;
  }

  /** Returns each part of the file other than rules that differs from the service. */
  List<String> otherParts() {
    return ServiceChanges.fields(service.otherParts(book), RuleFile.toMap(book.preamble()));
  }

  /**
   * Makes all changes, unless another client has changed a rule in between.
   *
   * @param prune whether to delete what is not in the file
   * @return the answer of the service, and the ids of rules that are only in the service and stay
   */
  JsonObject apply(boolean prune, boolean dryRun) {
    JsonObject answer = api.replace(body(prune), service.etag(), dryRun);
    JsonArray kept = new JsonArray();
    if (!prune) {
      changes.removed().forEach(rule -> kept.add(rule.id()));
    }
    return answer.put("kept", kept);
  }

  /** Returns the whole book; without pruning, with the parts that only the service has. */
  private JsonObject body(boolean prune) {
    JsonObject body = new JsonObject().put("version", 1);
    if (!prune) {
      body.mergeIn(service.preamble());
    }
    body.mergeIn(new JsonObject(RuleFile.toMap(book.preamble())));
    JsonArray rules = new JsonArray();
    book.rules().forEach(rule -> rules.add(json(rule)));
    if (!prune) {
      changes.removed().forEach(rule -> rules.add(json(rule.rule())));
    }
    return body.put("rules", rules);
  }

  private static JsonObject json(Rule rule) {
    return new JsonObject(RuleFile.toMap(rule));
  }

  /** Prints the changes that the service has made, or would make. */
  void print(JsonObject answer, boolean prune, PrintWriter out) {
    String note = answer.getBoolean("dryRun", false) ? " (dry run: not done)" : "";
    Map<String, Object> other = answer.getJsonObject("difference", new JsonObject()).getMap();
    if (other.get("book") instanceof Map<?, ?> fields) {
      fields.keySet().forEach(field -> out.println("changed " + field + note));
    }
    print(changes.added().stream().map(Rule::id).toList(), "created ", note, out);
    print(changes.changed().stream().map(c -> c.after().id()).toList(), "changed ", note, out);
    List<String> removed = changes.removed().stream().map(ServiceRule::id).toList();
    if (prune) {
      print(removed, "deleted ", note, out);
    } else {
      print(removed, "kept ", ", which is not in the file; --prune deletes it", out);
    }
    out.println(
        String.format(
            "%d created, %d changed, %d deleted, %d unchanged; revision %d%s",
            answer.getInteger("added"),
            answer.getInteger("changed"),
            answer.getInteger("removed"),
            answer.getInteger("unchanged"),
            answer.getLong("revision"),
            note));
  }

  private static void print(List<String> ids, String before, String after, PrintWriter out) {
    ids.stream().limit(PRINTED).forEach(id -> out.println(before + id + after));
    if (ids.size() > PRINTED) {
      out.println(before + "and " + (ids.size() - PRINTED) + " more" + after);
    }
  }
}
