package com.throttlex.server;

import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.RequestReader;
import com.throttlex.proxy.ProxyAnswers;
import com.throttlex.proxy.ProxyDoor;
import com.throttlex.proxy.ProxyHooks;
import com.throttlex.proxy.ProxyListener;
import com.throttlex.proxy.ProxyParts;
import com.throttlex.proxy.ProxySettings;
import com.throttlex.proxy.cost.CostMeters;
import com.throttlex.proxy.waiting.HeldRequests;
import com.throttlex.proxy.waiting.WaitingListener;
import com.throttlex.proxy.waiting.WaitingLoop;
import com.throttlex.request.TrustedProxies;
import com.throttlex.server.access.Access;
import com.throttlex.server.config.Settings;
import com.throttlex.server.connection.HttpGuards;
import com.throttlex.server.identity.JwtVerifier;
import com.throttlex.server.proxy.CostCounters;
import com.throttlex.server.proxy.ProxyCallers;
import com.throttlex.server.proxy.ProxyMetrics;
import com.throttlex.server.proxy.StoredMetrics;
import com.throttlex.server.proxy.WaitingMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Puts the proxy together from the parts of the service. */
final class ProxyStart {
  private final Vertx vertx;
  private final Settings settings;
  private final Engine engine;
  private final @Nullable JwtVerifier tokens;
  private final Access access;
  private final MeterRegistry registry;
  private final ProxyAnswers answers;
  private final HeldRequests held;
  private final ProxyCallers callers;
  private final @Nullable ProxyStored stored;
  private final ProxyParts parts;

  ProxyStart(
      Vertx vertx,
      Settings settings,
      Engine engine,
      RateLimitHeaders headers,
      @Nullable JwtVerifier tokens,
      Access access,
      CompatServices compat,
      MeterRegistry registry) {
    this.vertx = vertx;
    this.settings = settings;
    this.engine = engine;
    this.tokens = tokens;
    this.access = access;
    this.registry = registry;
    answers = new ProxyAnswers(headers, engine.time(), compat::denialKey);
    ProxySettings proxy = settings.proxy();
    held = held();
    callers = callers();
    stored = proxy.routes().isEmpty() ? null : stored(proxy);
    parts = parts();
  }

  private ProxyStored stored(ProxySettings proxy) {
    return new ProxyStored(
        engine, proxy, answers, new StoredMetrics(proxy, registry), callers::count);
  }

  private HeldRequests held() {
    ProxySettings proxy = settings.proxy();
    WaitingLoop loop = WaitingLoop.of(vertx, engine.time());
    if (proxy.routes().isEmpty()) {
      return new HeldRequests(engine.throttlex(), loop, 0, WaitingListener.NONE);
    }
    WaitingMetrics metrics = new WaitingMetrics(registry);
    HeldRequests made = new HeldRequests(engine.throttlex(), loop, proxy.maxWaiting(), metrics);
    metrics.waiting(made::waiting);
    return made;
  }

  /** Drains the proxy's own work, such as stored requests. */
  Future<Void> drain() {
    return stored == null ? Future.succeededFuture() : stored.drain();
  }

  /** Closes the resources that the proxy has opened. */
  void close() {
    if (stored != null) {
      stored.close();
    }
  }

  /** Returns the port of the proxy, which is not open yet. */
  HttpListener listener(HttpGuards guards, int anyPort) {
    if (stored != null) {
      stored.start(parts);
    }
    ProxyDoor door = new ProxyDoor(parts);
    HttpServerOptions options = Listeners.proxy(settings.server(), settings.proxy());
    // Held requests get their answers first. Many HTTP/2 clients fail all streams at a GOAWAY
    // frame.
    return new HttpListener(vertx, options, door, door::invalid, guards, anyPort)
        .beforeDrain(() -> Future.fromCompletionStage(held.close()));
  }

  /** Returns the listener of the proxy's events. */
  ProxyListener metrics() {
    return parts.hooks().listener();
  }

  private ProxyParts parts() {
    Settings.Identity identity = settings.identity();
    return ProxyParts.of(
        vertx,
        settings.proxy(),
        engine.throttlex(),
        engine.time(),
        callers,
        answers,
        TrustedProxies.of(identity.trustedProxies(), identity.ipv6Prefix()),
        hooks());
  }

  private ProxyHooks hooks() {
    ProxyHooks hooks =
        ProxyHooks.plain(engine.throttlex())
            .admittedBy(held)
            .meteredBy(costs())
            .heardBy(routeMetrics());
    return stored == null ? hooks : stored.into(hooks);
  }

  private CostMeters costs() {
    boolean off = settings.proxy().routes().isEmpty();
    return new CostMeters(
        engine.throttlex(), off ? (kind, result) -> {} : new CostCounters(registry));
  }

  private ProxyListener routeMetrics() {
    boolean off = settings.proxy().routes().isEmpty();
    return off ? ProxyListener.NONE : new ProxyMetrics(settings.proxy(), registry);
  }

  private ProxyCallers callers() {
    Settings.Identity identity = settings.identity();
    Settings.Jwt jwt = identity.jwt();
    Supplier<Set<String>> counted = () -> engine.throttlex().rules().countedHeaders();
    RequestReader reader =
        new RequestReader(
            TrustedProxies.of(identity.trustedProxies(), identity.ipv6Prefix()),
            identity.ipv6Prefix(),
            identity.apiKeyHeader(),
            null,
            counted);
    return new ProxyCallers(
        reader, tokens, jwt != null && jwt.required(), access, identity.apiKeyHeader(), counted);
  }
}
