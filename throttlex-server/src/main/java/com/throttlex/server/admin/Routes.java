package com.throttlex.server.admin;

import static com.throttlex.server.identity.Role.ADMIN;
import static com.throttlex.server.identity.Role.EDITOR;
import static com.throttlex.server.identity.Role.VIEWER;

import com.throttlex.server.admin.Route.Handler;
import com.throttlex.server.identity.Role;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of all routes; credentials, limits and documentation follow from it. */
final class Routes {
  private static final String RULES = "/api/v1/rules";
  private static final String RULE = "/api/v1/rules/{id}";
  private static final String USER = "/api/v1/users/{id}";
  private static final String KEY = "/api/v1/keys/{key}";
  private static final String TOP = "/api/v1/top";
  private static final String ADAPTIVE = "/api/v1/adaptive";
  private static final String ADAPTED = "/api/v1/adaptive/{rule}";

  private static final String STORES = "/api/v1/stores";

  private final List<Route> routes = new ArrayList<>();

  private Routes() {}

  static List<Route> of(AdminServices parts) {
    Routes table = new Routes();
    table.service(new ServiceRoutes(parts));
    table.read(VIEWER, "/api/v1/live", new LiveRoute(parts));
    table.rules(new RuleRoutes(parts), new HistoryRoutes(parts), new ExplainRoute(parts));
    table.check(new RuleCheckRoute(parts));
    table.book(new BookRoutes(parts));
    table.users(new UserRoutes(parts), new OverrideRoutes(parts));
    table.users(new UserListRoute(parts));
    table.keys(new KeyRoutes(parts), new TopRoute(parts));
    table.adaptive(new AdaptiveRoutes(parts), new SignalRoute(parts));
    table.stores(new StoreRoutes(parts));
    table.read(VIEWER, "/api/v1/nodes", new NodesRoute(parts)::list);
    table.replay(new ReplayRoute(parts));
    table.trails(new AuditRoute(parts), new UsageRoute(parts));
    return table.routes;
  }

  private void service(ServiceRoutes service) {
    read(null, "/health", service::health);
    read(null, "/metrics", service::metrics);
    read(VIEWER, "/openapi.yaml", service::document);
    read(VIEWER, "/api/v1/me", service::me);
  }

  private void rules(RuleRoutes rules, HistoryRoutes history, ExplainRoute explain) {
    read(VIEWER, RULES, rules::list);
    write(EDITOR, "POST", RULES, rules::create);
    read(VIEWER, RULE, rules::read);
    write(EDITOR, "PUT", RULE, rules::replace);
    write(EDITOR, "DELETE", RULE, rules::delete);
    read(VIEWER, RULE + "/history", history::list);
    write(EDITOR, "POST", RULE + "/rollback", history::rollBack);
    routes.add(new Route("POST", "/api/v1/explain", VIEWER, false, true, explain::explain));
  }

  /** A check changes nothing, so it counts as a read. */
  private void check(RuleCheckRoute check) {
    routes.add(
        new Route("POST", RULES + "/validate", VIEWER, false, true, check::check)
            .withBody(BookRoutes.MOST_BYTES));
  }

  private void book(BookRoutes book) {
    routes.add(Route.write(EDITOR, "PUT", RULES, book::replace).withBody(BookRoutes.MOST_BYTES));
  }

  private void users(UserRoutes users, OverrideRoutes overrides) {
    read(VIEWER, USER + "/limits", users::limits);
    write(EDITOR, "PUT", USER + "/tier", users::putTier);
    write(EDITOR, "DELETE", USER + "/tier", users::removeTier);
    write(EDITOR, "POST", USER + "/override", overrides::put);
    write(EDITOR, "DELETE", USER + "/override", overrides::remove);
  }

  private void users(UserListRoute list) {
    read(VIEWER, "/api/v1/users", list::list);
    read(VIEWER, USER + "/throttled", list::throttled);
  }

  private void keys(KeyRoutes keys, TopRoute top) {
    read(VIEWER, KEY, keys::read);
    write(EDITOR, "DELETE", KEY, keys::reset);
    write(EDITOR, "DELETE", KEY + "/block", keys::liftBlock);
    read(VIEWER, TOP, top::report);
  }

  /** Signals are frequent and no changes, so they count as reads and are not logged. */
  private void adaptive(AdaptiveRoutes adaptive, SignalRoute signals) {
    routes.add(new Route("POST", "/api/v1/health-signals", EDITOR, false, true, signals::push));
    read(VIEWER, ADAPTIVE, adaptive::list);
    read(VIEWER, ADAPTIVE + "/history", adaptive::past);
    read(VIEWER, ADAPTED, adaptive::read);
    write(EDITOR, "POST", ADAPTED + "/override", adaptive::override);
    write(EDITOR, "POST", ADAPTED + "/freeze", adaptive::freeze);
    write(EDITOR, "POST", ADAPTED + "/resume", adaptive::resume);
  }

  private void stores(StoreRoutes stores) {
    read(VIEWER, STORES, stores::list);
    write(ADMIN, "POST", STORES + "/move", stores::move);
  }

  /** A replay changes nothing, so it counts as a read. */
  private void replay(ReplayRoute replay) {
    routes.add(
        new Route("POST", "/api/v1/replay", VIEWER, false, true, replay)
            .withBody(BookRoutes.MOST_BYTES));
  }

  private void trails(AuditRoute audit, UsageRoute usage) {
    read(EDITOR, "/api/v1/audit", audit::query);
    read(VIEWER, "/api/v1/usage", usage::query);
  }

  private void read(@Nullable Role role, String path, Handler handler) {
    routes.add(Route.read(role, path, handler));
  }

  private void write(Role role, String method, String path, Handler handler) {
    routes.add(Route.write(role, method, path, handler));
  }
}
