package com.throttlex.server.admin;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.http.DecisionJson;
import com.throttlex.jdbc.Database;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.Networks;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.AccessLab;
import com.throttlex.server.access.ClientAddress;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.access.RequestBody;
import com.throttlex.server.compat.CheckDoor;
import com.throttlex.server.compat.CompatRoutes;
import com.throttlex.server.compat.TrafficMetrics;
import com.throttlex.server.http.HttpDoor;
import com.throttlex.server.http.QueueCalls;
import com.throttlex.server.insight.HeavyKeys;
import com.throttlex.server.live.LiveFeed;
import com.throttlex.server.live.LiveSource;
import com.throttlex.server.live.LiveTraffic;
import com.throttlex.server.rules.ManagedRules;
import com.throttlex.server.rules.ManagedUsers;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A real admin plane on a free port, with SQLite in a folder and time that is moved by hand. */
public final class AdminServer implements AutoCloseable {
  static final String RULES =
      """
      version: 1
      tiers: [free, pro]
      default-rule: none
      rules:
        - id: per-user
          key: [user]
          limits: {free: 5/1m, pro: 50/1m}
          algorithm: sliding-window-log
        - id: per-address
          key: [ip]
          limits: 100/1m
      """;

  public static final String VIEWER = "viewer-token-0123456789";
  public static final String EDITOR = "editor-token-0123456789";
  public static final String ADMIN = "admin-token-0123456789";

  public final ManualClock clock = new ManualClock();
  public final ThrottleX throttlex;
  public final Database database;
  public final ManagedRules rules;
  final ManagedUsers users;
  public final AdminPlane plane;
  public final List<TopKey> topKeys = new ArrayList<>();
  final List<AdaptivePoint> adaptivePast = new ArrayList<>();
  volatile UnwrittenUsage unwritten = new UnwrittenUsage(Instant.EPOCH, List.of(), 0);
  private final TrafficMetrics traffic = new TrafficMetrics(new SimpleMeterRegistry());
  private final HeavyKeys heavyKeys = new HeavyKeys(clock.nanos(), 1 << 20);
  private final LiveFeed live = new LiveFeed(new NoTraffic(), clock);
  volatile boolean storeUp = true;
  volatile boolean askedOnEventLoop;
  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;

  public AdminServer(Path folder) {
    this(folder, RequestBody.MOST_MILLIS);
  }

  AdminServer(Path folder, long bodyMillis) {
    database = Database.open("jdbc:sqlite:" + folder.resolve("admin.db"));
    Path file = write(folder.resolve("rules.yml"), RULES);
    rules = ManagedRules.open(file, Set.of("default"), database, this::inForce);
    throttlex = ThrottleX.of(rules.book(), new MemoryStore(), clock, heavyKeys);
    users = ManagedUsers.open(database, throttlex, now());
    plane = plane(parts(folder), bodyMillis);
    HttpServerOptions asInTheService =
        new HttpServerOptions().setHandle100ContinueAutomatically(true);
    server =
        vertx.createHttpServer(asInTheService).requestHandler(plane).listen(0, "127.0.0.1").await();
  }

  private void inForce(RuleBook book) {
    throttlex.rules(book);
    users.reapply(now());
  }

  /** The admin plane with the routes of all API styles, as in the service. */
  private AdminPlane plane(AdminServices services, long bodyMillis) {
    CheckDoor checks =
        (headers, body) ->
            AdminAnswer.ok(
                new JsonObject(
                    DecisionJson.body(throttlex.check(HttpDoor.reader(64).apply(body, Map.of())))));
    return new AdminPlane(
        vertx,
        services,
        own -> CompatRoutes.over(queues().after(own), services, checks, traffic),
        bodyMillis);
  }

  private QueueRoutes queues() {
    QueueCalls calls =
        new QueueCalls(
            new MemoryQueue(QueueLimits.DEFAULT, clock), (actor, action, service, count) -> {});
    return new QueueRoutes()
        .read("", calls::status)
        .read("/dead", calls::dead)
        .change("/take", calls::take)
        .change("/ack", calls::acknowledge)
        .change("/retry", calls::retry);
  }

  private AdminServices parts(Path folder) {
    return new AdminServices(
        throttlex,
        rules,
        users,
        database,
        AccessLab.open(clock).admins(),
        new ClientAddress(TrustedProxies.NONE),
        Networks.of("admin.allow", List.of()),
        new CounterResets(throttlex, database.audit()::append, clock),
        clock,
        AdminServer::check,
        this::top,
        () -> unwritten,
        () -> adaptivePast,
        () -> "# HELP throttlex_keys Keys.\nthrottlex_keys 1\n",
        this::health,
        List::of,
        new OneStore(),
        new ReplayRunner(folder, null, ReplayIdentity.DEFAULT),
        request -> false,
        live,
        () ->
            List.of(new ConnectedProxy("10.0.0.7:41000", "edge", clock.now(), clock.now(), 12, 3)),
        () -> new ServiceFacts(8080, -1, false, "rules.yml", false),
        "1.2.3");
  }

  /** A service that decides nothing. */
  private static final class NoTraffic implements LiveSource {
    @Override
    public LiveTraffic traffic() {
      return new LiveTraffic(Map.of(), 0, 0);
    }

    @Override
    public JsonObject details() {
      return new JsonObject();
    }
  }

  /** The keys of the test, or else the keys in use. */
  private TopReport top(int n, @Nullable String rule) {
    return topKeys.isEmpty()
        ? heavyKeys.report(n, rule)
        : new TopReport(now(), topKeys.stream().limit(n).toList(), List.of(), List.of());
  }

  private List<ComponentHealth> health() {
    askedOnEventLoop |= Context.isOnEventLoopThread();
    return List.of(new ComponentHealth("store", storeUp, "", Map.of("keys", 1)));
  }

  private static RequestContext check(String body, Map<String, String> headers) {
    JsonObject json = new JsonObject(body);
    if (json.containsKey("usr")) {
      throw new InvalidRequestException(List.of("usr: unknown (expected: user)"));
    }
    RequestContextBuilder request =
        RequestContext.builder()
            .user(json.getString("user"))
            .ip(json.getString("ip"))
            .apiKey(json.getString("apiKey"))
            .endpoint(json.getString("endpoint"))
            .cost(json.getLong("cost", 1L))
            .idempotencyKey(json.getString("idempotencyKey"))
            .reserve(json.getBoolean("reserve", false));
    headers.forEach(request::header);
    return request.build();
  }

  static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Instant now() {
    return TimeSource.instant(clock.nanos());
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.actualPort() + path);
  }

  int port() {
    return server.actualPort();
  }

  /** The origin of pages that the service itself serves. */
  String origin() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  public HttpResponse<String> get(String path) {
    return sendAs(ADMIN, "GET", path, "");
  }

  public HttpResponse<String> send(String method, String path, String body, String... headers) {
    return sendAs(ADMIN, method, path, body, headers);
  }

  /** Sends a request with that token, or with none if it is empty. */
  public HttpResponse<String> sendAs(
      String token, String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri(path))
            .version(HttpClient.Version.HTTP_1_1)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (headers.length > 0) {
      request.headers(headers);
    }
    return send(request.build());
  }

  /** Returns the text of a body; of a stream without end only the head is read. */
  private static HttpResponse.BodySubscriber<String> body(HttpResponse.ResponseInfo head) {
    boolean endless = head.headers().firstValue("Content-Type").orElse("").equals(LiveFeed.TYPE);
    return endless
        ? HttpResponse.BodySubscribers.mapping(
            HttpResponse.BodySubscribers.ofPublisher(), AdminServer::cancel)
        : HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8);
  }

  private static String cancel(Flow.Publisher<List<ByteBuffer>> content) {
    content.subscribe(
        new HttpResponse.BodySubscriber<Void>() {
          @Override
          public CompletionStage<Void> getBody() {
            return CompletableFuture.completedFuture(null);
          }

          @Override
          public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
          }

          @Override
          public void onNext(List<ByteBuffer> chunk) {}

          @Override
          public void onError(Throwable failure) {}

          @Override
          public void onComplete() {}
        });
    return "";
  }

  HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, AdminServer::body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public JsonObject json(String path) {
    return new JsonObject(get(path).body());
  }

  public static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  @Override
  public void close() {
    live.close();
    server.close().await();
    vertx.close().await();
    throttlex.close();
    database.close();
  }
}
