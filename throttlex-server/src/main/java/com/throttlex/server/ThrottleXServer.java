package com.throttlex.server;

import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.jdbc.Database;
import com.throttlex.proxy.ProxyConnections;
import com.throttlex.request.Networks;
import com.throttlex.request.TrustedProxies;
import com.throttlex.server.access.Access;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.access.AdminAccess;
import com.throttlex.server.access.ClientAddress;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.access.NodeLimit;
import com.throttlex.server.access.WrongCredentials;
import com.throttlex.server.admin.AdminPlane;
import com.throttlex.server.admin.AdminServices;
import com.throttlex.server.admin.QueueRoutes;
import com.throttlex.server.admin.ReplayIdentity;
import com.throttlex.server.admin.ReplayRunner;
import com.throttlex.server.admin.ServiceFacts;
import com.throttlex.server.config.Settings;
import com.throttlex.server.config.Version;
import com.throttlex.server.connection.HeadBudget;
import com.throttlex.server.connection.HttpGuards;
import com.throttlex.server.dashboard.DashboardPages;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.server.envoy.Quotas;
import com.throttlex.server.grpc.GrpcDoor;
import com.throttlex.server.http.HttpDoor;
import com.throttlex.server.http.QueueCalls;
import com.throttlex.server.identity.AdminTokenFile;
import com.throttlex.server.live.LiveFeed;
import com.throttlex.server.resp.RespDoor;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.channel.Channel;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The running service, with all its doors open.
 *
 * <p>The database and the event loops open at the same time, because both are slow.
 */
// Over 300 lines: it opens and closes all parts of the service in one visible order.
public final class ThrottleXServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ThrottleXServer.class);
  private static final int DRAIN_SECONDS = 10;
  private static final int ANY_DATA = -2; // the RESP listener uses -1
  private static final int ANY_ADMIN = -3;
  private static final int ANY_PROXY = -4;

  /** The number of bits of an IPv6 address. */
  private static final int WHOLE_ADDRESS = 128;

  private final Settings settings;
  private final Credentials credentials;
  private final Tracing tracing;
  private final ProxyConnections connections;
  private final HeadBudget heads = HeadBudget.ofHeap();
  private final HttpGuards guards;
  private final Vertx vertx;
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Engine engine;
  private final ServiceHealth health;
  private final ServiceMetrics metrics;
  private final CompatServices compat;
  private final Chores chores;
  private final AccessControl access;
  private final NodeLimit limit;
  private final LiveFeed live;
  private final @Nullable Quotas quotas;
  private final GrpcDoor grpc;
  private final HttpListener data;
  private final HttpListener admin;
  private final RespDoor resp;
  private final ProxyStart proxyStart;
  private final HttpListener proxy;
  private final AtomicBoolean serving = new AtomicBoolean(true);
  private int port = Settings.OFF;
  private int adminPort = Settings.OFF;
  private int respPort = Settings.OFF;
  private int proxyPort = Settings.OFF;

  private ThrottleXServer(Settings settings, TimeSource time) throws IOException {
    this.settings = settings;
    credentials = Credentials.of(settings);
    CompletableFuture<Database> database =
        CompletableFuture.supplyAsync(() -> Database.open(settings.database()));
    tracing = Tracing.of(settings.tracing());
    Settings.Identity identity = settings.identity();
    connections =
        new ProxyConnections(
            settings.proxy().maxConnections(),
            ProxyConnections.HEAD_MILLIS,
            TrustedProxies.of(identity.trustedProxies(), identity.ipv6Prefix()));
    guards = new HttpGuards(heads, connections::client);
    vertx = tracing.vertx(this::accepted);
    engine = engine(database, time);
    compat = new CompatServices(engine.throttlex(), registry);
    health = new ServiceHealth(engine, serving::get);
    metrics = new ServiceMetrics(settings, health::components, registry);
    chores = new Chores(engine, compat);
    limit = nodeLimit();
    access = access();
    live = new LiveFeed(new LiveNumbers(engine, limit, health::components), engine.time());
    CounterResets resets =
        new CounterResets(engine.throttlex(), engine.database().audit()::append, engine.time());
    EnvoyLimits envoy =
        new EnvoyLimits(
            engine.throttlex(), headers(), settings.identity().ipv6Prefix(), engine.time());
    quotas = quotas();
    grpc =
        new GrpcDoor(
            vertx,
            engine.throttlex(),
            settings.identity().ipv6Prefix(),
            envoy,
            quotas,
            access,
            resets);
    HttpDoor.Parts httpParts = httpParts();
    HttpDoor http = new HttpDoor(httpParts, grpc, envoy);
    data =
        new HttpListener(
            vertx, Listeners.data(settings.server()), http, http::invalid, guards, ANY_DATA);
    AdminServices services = adminServices(resets);
    QueueRoutes queues = queueRoutes();
    AdminPlane plane =
        new AdminPlane(
            vertx, services, own -> compat.routes(queues.after(own), services, httpParts));
    admin =
        new HttpListener(
            vertx, Listeners.admin(settings.server()), plane, http::invalid, guards, ANY_ADMIN);
    resp =
        new RespDoor(
            vertx,
            engine.throttlex(),
            settings.identity().ipv6Prefix(),
            Listeners.resp(settings.server()),
            access.callers());
    proxyStart =
        new ProxyStart(
            vertx,
            settings,
            engine,
            headers(),
            credentials.tokens(),
            access.callers(),
            compat,
            registry);
    proxy = proxyStart.listener(guards, ANY_PROXY);
  }

  /** Returns whether a connection may stay that was just accepted. */
  private boolean accepted(Channel connection) {
    guards.accepted(connection);
    return connections.test(connection);
  }

  private Engine engine(CompletableFuture<Database> database, TimeSource time) {
    try {
      return new EngineStart(settings, registry, time).open(database);
    } catch (RuntimeException e) {
      closeOutside();
      throw e;
    }
  }

  /**
   * Starts the service.
   *
   * @throws IllegalArgumentException when settings or rules are wrong, or a port is not free
   */
  public static ThrottleXServer start(Settings settings) throws IOException {
    return start(settings, new SystemTime());
  }

  /** Starts the service with another clock. */
  static ThrottleXServer start(Settings settings, TimeSource time) throws IOException {
    ThrottleXServer server = new ThrottleXServer(settings, time);
    try {
      server.open();
      return server;
    } catch (RuntimeException e) {
      server.close();
      throw e;
    }
  }

  private void open() {
    Settings.Server server = settings.server();
    if (engine.backend().isShared()) {
      WarmUp.run(vertx, engine);
    }
    port = open("server.port", server.port(), p -> data.listen(server.host(), p, loops()));
    adminPort =
        open("server.admin-port", server.adminPort(), p -> admin.listen(server.host(), p, 1));
    respPort = open("server.resp-port", server.respPort(), p -> resp.listen(p, server.host()));
    proxyPort =
        open("proxy.port", settings.proxy().port(), p -> proxy.listen(server.host(), p, loops()));
    connections.listening(proxyPort, proxyStart.metrics());
    chores.start();
    if (quotas != null) {
      QuotaTicks.start(vertx, quotas);
    }
  }

  /** Listens on a port. */
  private interface Listening {
    Future<Integer> on(int port);
  }

  private int open(String key, int wanted, Listening listening) {
    if (wanted == Settings.OFF) {
      return wanted;
    }
    try {
      return listening.on(wanted).await(DRAIN_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalArgumentException(
          key
              + ": "
              + wanted
              + " (expected: a free port of "
              + settings.server().host()
              + "; "
              + e.getMessage()
              + ")",
          e);
    }
  }

  private static int loops() {
    return Runtime.getRuntime().availableProcessors();
  }

  private RateLimitHeaders headers() {
    return RateLimitHeaders.of(settings.headers());
  }

  private HttpDoor.Parts httpParts() {
    Settings.Identity identity = settings.identity();
    Settings.Jwt jwt = identity.jwt();
    return new HttpDoor.Parts(
        vertx,
        HttpDoor.BODY_MILLIS,
        engine.throttlex(),
        engine.queue(),
        engine.time(),
        headers(),
        TrustedProxies.of(identity.trustedProxies(), identity.ipv6Prefix()),
        identity.ipv6Prefix(),
        identity.apiKeyHeader(),
        credentials.tokens(),
        jwt != null && jwt.required(),
        access,
        engine.queueUse()::note,
        serving::get,
        compat::denialKey);
  }

  private QueueRoutes queueRoutes() {
    QueueCalls queues = new QueueCalls(engine.queue(), engine.queueUse()::note);
    return new QueueRoutes()
        .read("", queues::status)
        .read("/dead", queues::dead)
        .change("/take", queues::take)
        .change("/ack", queues::acknowledge)
        .change("/retry", queues::retry);
  }

  private @Nullable Quotas quotas() {
    if (!settings.server().envoyQuotas()) {
      return null;
    }
    Quotas made = new Quotas(engine.throttlex(), settings.identity().ipv6Prefix());
    QuotaTicks.register(made, registry);
    return made;
  }

  private NodeLimit nodeLimit() {
    NodeLimit made = new NodeLimit(settings.server().maxRate(), engine.time());
    FunctionCounter.builder("throttlex.node.shed", made, NodeLimit::shed)
        .description("Checks that this node shed because of server.max-rate")
        .register(registry);
    return made;
  }

  private ServiceFacts facts() {
    Path file = ruleFile();
    return new ServiceFacts(
        port,
        proxyPort,
        !access.callers().isOpen(),
        file == null ? null : file.toString(),
        engine.recorder() != null);
  }

  private AccessControl access() {
    WrongCredentials wrong = new WrongCredentials(engine.time());
    FunctionCounter.builder("throttlex.credentials.wrong", wrong, WrongCredentials::count)
        .description("Requests with a wrong access token or admin credential")
        .register(registry);
    List<String> proxies = settings.identity().trustedProxies();
    FunctionCounter.builder("throttlex.heads.refused", heads, HeadBudget::refused)
        .description("Heads of requests that were refused because all heads fill their memory")
        .register(registry);
    return new AccessControl(
        new Access(settings.server().accessTokens(), wrong, limit),
        new AdminAccess(credentials.admins(), wrong),
        new ClientAddress(TrustedProxies.of(proxies, WHOLE_ADDRESS)));
  }

  private AdminServices adminServices(CounterResets resets) {
    return new AdminServices(
        engine.throttlex(),
        engine.rules(),
        engine.users(),
        engine.database(),
        access.admins(),
        access.addresses(),
        Networks.of("admin.allow", settings.admin().allow()),
        resets,
        engine.time(),
        HttpDoor.reader(settings.identity().ipv6Prefix()),
        engine.heavyKeys(),
        engine.records()::unwritten,
        engine.adaptivePast()::points,
        this::scrape,
        health::components,
        engine::polled,
        new ServiceStores(engine, settings.store()),
        new ReplayRunner(
            settings.dataDir(),
            engine.recorder(),
            new ReplayIdentity(
                settings.identity().ipv6Prefix(), settings.identity().apiKeyHeader())),
        new DashboardPages(vertx),
        live,
        () -> quotas == null ? List.of() : QuotaTicks.proxies(quotas),
        this::facts,
        Version.TEXT);
  }

  /** Returns all metrics in the text format of Prometheus; may block. */
  private String scrape() {
    metrics.refresh();
    return compat.scrape();
  }

  /** The port of the data plane, or {@link Settings#OFF}. */
  public int port() {
    return port;
  }

  /** The port of the admin plane, or {@link Settings#OFF}. */
  public int adminPort() {
    return adminPort;
  }

  /** The port of the Redis protocol, or {@link Settings#OFF}. */
  public int respPort() {
    return respPort;
  }

  /** The port of the proxy, or {@link Settings#OFF}. */
  public int proxyPort() {
    return proxyPort;
  }

  /** The admin token that was generated because the configuration has none, or null. */
  public @Nullable AdminTokenFile generatedToken() {
    return credentials.generated();
  }

  /** The rule file, or null when all rules are in the database. */
  public @Nullable Path ruleFile() {
    return engine.rules().file();
  }

  /** The number of rules in force. */
  public int rules() {
    return engine.throttlex().rules().rules().size();
  }

  /** Takes no more requests, waits for those in flight, and closes everything. */
  @Override
  public void close() {
    if (!serving.getAndSet(false)) {
      return;
    }
    grpc.serving(false);
    live.close();
    List<Future<?>> drained = new ArrayList<>();
    drained.add(proxy.drain(DRAIN_SECONDS));
    drained.add(proxyStart.drain());
    drained.add(data.drain(DRAIN_SECONDS));
    drained.add(admin.drain(DRAIN_SECONDS));
    drained.add(resp.close());
    quietly("doors", Future.join(drained));
    chores.close();
    proxyStart.close();
    engine.close();
    closeOutside();
  }

  /** Closes everything except the engine. */
  private void closeOutside() {
    if (credentials.tokens() != null) {
      credentials.tokens().close();
    }
    tracing.close();
    quietly("event loops", vertx.close());
  }

  private static void quietly(String what, Future<?> closing) {
    try {
      closing.await(DRAIN_SECONDS + 1L, TimeUnit.SECONDS);
    } catch (TimeoutException | RuntimeException e) {
      LOG.warn("{}: still open after the timeout: {}", what, e.toString());
    }
  }
}
