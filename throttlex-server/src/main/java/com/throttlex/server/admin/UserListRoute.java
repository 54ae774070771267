package com.throttlex.server.admin;

import com.throttlex.jdbc.AuditEntry;
import com.throttlex.jdbc.AuditQuery;
import com.throttlex.jdbc.AuditTable;
import com.throttlex.jdbc.GivenUser;
import com.throttlex.jdbc.StoredAuditEntry;
import com.throttlex.jdbc.UserTable;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Lists users with a tier, with overrides or with recent denials, and the denials of a user.
 *
 * <p>Recent denials are the newest {@link #RECENT} entries of them in the audit trail. So the cost
 * of a page depends neither on the number of users nor on the length of the trail.
 */
final class UserListRoute {
  /** The number of audit entries in which users with recent denials are looked for. */
  static final int RECENT = 1_000;

  private static final int MOST = 500;
  private static final int USUAL = 100;
  private static final int MOST_DENIALS = 1_000;

  private final UserTable users;
  private final AuditTable audit;

  UserListRoute(AdminServices parts) {
    users = parts.database().users();
    audit = parts.database().audit();
  }

  AdminAnswer list(AdminCall call) {
    QueryText query = call.query("q", "cursor", "limit");
    int limit = (int) query.number("limit", 1, MOST, USUAL);
    String prefix = Objects.requireNonNullElse(query.text("q"), "");
    String after = Objects.requireNonNullElse(query.text("cursor"), "");
    Map<String, Instant> denied = audit.latest(AuditEntry.THROTTLED, RECENT);
    Map<String, GivenUser> found = new TreeMap<>(UserTable.NAMES);
    denied.keySet().stream()
        .filter(user -> user.startsWith(prefix) && UserTable.NAMES.compare(user, after) > 0)
        .forEach(user -> found.put(user, new GivenUser(user, null, 0)));
    users.given(prefix, after, limit + 1, call.now()).forEach(user -> found.put(user.user(), user));
    List<GivenUser> page = found.values().stream().limit(limit).toList();
    JsonArray rows = new JsonArray();
    page.forEach(user -> rows.add(json(user, denied.get(user.user()))));
    String next = found.size() > limit ? page.get(limit - 1).user() : null;
    return AdminAnswer.ok(new JsonObject().put("users", rows).put("next", next));
  }

  private JsonObject json(GivenUser user, @Nullable Instant denied) {
    Instant last = denied == null ? lastDenied(user.user()) : denied;
    return new JsonObject()
        .put("user", user.user())
        .put("tier", user.tier())
        .put("overrides", user.overrides())
        .put("throttledAt", last == null ? null : last.toString());
  }

  private @Nullable Instant lastDenied(String user) {
    List<StoredAuditEntry> last = denials(user, 1);
    return last.isEmpty() ? null : last.get(0).entry().at();
  }

  private List<StoredAuditEntry> denials(String user, int limit) {
    return audit.query(
        new AuditQuery(user, null, AuditEntry.THROTTLED, null, null, null, null, limit));
  }

  /** Lists the denials of a user, newest first: one entry a minute while they continue. */
  AdminAnswer throttled(AdminCall call) {
    String user = UserRoutes.user(call);
    int limit = (int) call.query("limit").number("limit", 1, MOST_DENIALS, USUAL);
    JsonArray entries = new JsonArray();
    for (StoredAuditEntry stored : denials(user, limit)) {
      AuditEntry entry = stored.entry();
      entries.add(
          new JsonObject()
              .put("at", entry.at().toString())
              .put("rule", entry.target())
              .put("detail", entry.detail()));
    }
    return AdminAnswer.ok(new JsonObject().put("user", user).put("entries", entries));
  }
}
