package com.throttlex.server;

import com.throttlex.server.access.NodeLimit;
import com.throttlex.server.admin.ComponentHealth;
import com.throttlex.server.admin.ServiceRoutes;
import com.throttlex.server.admin.TopReport;
import com.throttlex.server.admin.TopRoute;
import com.throttlex.server.live.LiveSource;
import com.throttlex.server.live.LiveTraffic;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** The live numbers of this service. */
final class LiveNumbers implements LiveSource {
  private static final int TOP = 10;

  private final Engine engine;
  private final NodeLimit limit;
  private final Supplier<List<ComponentHealth>> health;
  private final Instant since;

  /** Creates numbers that count from now on. */
  LiveNumbers(Engine engine, NodeLimit limit, Supplier<List<ComponentHealth>> health) {
    this.engine = engine;
    this.limit = limit;
    this.health = health;
    since = engine.now();
  }

  @Override
  public LiveTraffic traffic() {
    long shed = engine.shed();
    return new LiveTraffic(engine.decisions().counts(), shed, limit.shed());
  }

  @Override
  public JsonObject details() {
    TopReport top = engine.heavyKeys().report(TOP);
    return new JsonObject()
        .put("since", since.toString())
        .put(
            "top",
            new JsonObject()
                .put("heaviest", TopRoute.json(top.heaviest()))
                .put("mostDenied", TopRoute.json(top.mostDenied())))
        .put("health", ServiceRoutes.json(health.get()))
        .put("rulesEtag", engine.rules().listing().etag());
  }
}
