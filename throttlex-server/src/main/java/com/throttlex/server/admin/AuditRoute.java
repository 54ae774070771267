package com.throttlex.server.admin;

import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.AuditQuery;
import com.throttlex.jdbc.AuditTable;
import com.throttlex.jdbc.StoredAuditEntry;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

/** Shows the audit trail, newest first, in pages. */
final class AuditRoute {
  private static final int MOST = 1000;
  private static final int USUAL = 100;

  private final AuditTable audit;

  AuditRoute(AdminServices parts) {
    audit = parts.database().audit();
  }

  AdminAnswer query(AdminCall call) {
    QueryText query =
        call.query("user", "actor", "action", "target", "from", "to", "limit", "before");
    int limit = (int) query.number("limit", 1, MOST, USUAL);
    long before = query.number("before", 1, Long.MAX_VALUE, Long.MAX_VALUE);
    List<StoredAuditEntry> found =
        audit.query(
            new AuditQuery(
                query.text("user"),
                query.text("actor"),
                query.text("action"),
                query.text("target"),
                query.time("from"),
                query.time("to"),
                before,
                limit + 1)); // one more, to see whether there is a next page
    List<StoredAuditEntry> page = found.subList(0, Math.min(limit, found.size()));
    JsonArray entries = new JsonArray();
    page.forEach(entry -> entries.add(json(entry.id(), entry.entry())));
    Long next = found.size() > limit ? page.get(limit - 1).id() : null;
    return AdminAnswer.ok(new JsonObject().put("entries", entries).put("next", next));
  }

  private static JsonObject json(long id, AuditEntry entry) {
    return new JsonObject()
        .put("id", id)
        .put("at", entry.at().toString())
        .put("actor", entry.actor())
        .put("action", entry.action())
        .put("target", entry.target())
        .put("user", entry.user())
        .put("detail", entry.detail());
  }
}
