package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Refusal;
import com.throttlex.proxy.RefusedHead;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.access.AccessException;
import com.throttlex.server.access.RequestBody;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.server.identity.JwtVerifier;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers the HTTP requests of the data plane. */
public final class HttpDoor implements Handler<HttpServerRequest> {
  /** The longest time that reading a body may take. */
  public static final long BODY_MILLIS = RequestBody.MOST_MILLIS;

  /**
   * The parts that the door uses.
   *
   * @param vertx runs the event loops
   * @param bodyMillis the longest time that reading a body may take
   * @param throttlex decides requests
   * @param queue takes denied requests, where the rules set it
   * @param time gives the time of errors
   * @param headers writes the rate limit headers of answers
   * @param proxies finds the addresses of clients
   * @param ipv6Prefix the number of bits of an IPv6 address that count
   * @param apiKeyHeader the name of the header with the API key
   * @param tokens reads bearer tokens; null if they are not used
   * @param tokenRequired whether a request without a valid token is rejected
   * @param access authenticates clients and administrators
   * @param queueTrail records changes of queued requests
   * @param serving false when the service is shutting down
   * @param denialKeys returns the key that a denial names, or null
   */
  public record Parts(
      Vertx vertx,
      long bodyMillis,
      ThrottleX throttlex,
      OverflowQueue queue,
      TimeSource time,
      RateLimitHeaders headers,
      TrustedProxies proxies,
      int ipv6Prefix,
      CharSequence apiKeyHeader,
      @Nullable JwtVerifier tokens,
      boolean tokenRequired,
      AccessControl access,
      QueueTrail queueTrail,
      BooleanSupplier serving,
      Function<Decision, @Nullable String> denialKeys) {
    /** Prepares the name of the header for fast lookups. */
    public Parts {
      apiKeyHeader = HttpHeaders.createOptimized(apiKeyHeader.toString());
    }
  }

  private static final String UNKNOWN =
      "reservation: unknown, settled or expired (expected: one of the last minutes)";

  private static final String HEALTH = "/healthcheck";

  private static final List<HttpMethod> READING = List.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final int CHECK_BYTES = 64 << 10;
  private static final int BATCH_BYTES = 1 << 20;
  private static final int OVERLOADED = 503;

  private final Parts parts;
  private final Overflow overflow;
  private final BatchDoor batches;
  private final QueueDoor queues;
  private final Authorization authorization;
  private final Handler<HttpServerRequest> grpc;
  private final EnvoyDoor envoy;

  /** Creates a door that hands gRPC requests to another one. */
  public HttpDoor(Parts parts, Handler<HttpServerRequest> grpc, EnvoyLimits envoyLimits) {
    this.parts = parts;
    this.grpc = grpc;
    overflow = new Overflow(parts.queue());
    batches = new BatchDoor(parts, overflow);
    queues = new QueueDoor(parts);
    authorization = new Authorization(parts.proxies());
    envoy = new EnvoyDoor(envoyLimits);
  }

  /**
   * Reads a check from the text of its body, and the headers that rules count by; throws {@link
   * InvalidRequestException}.
   */
  public static BiFunction<String, Map<String, String>, RequestContext> reader(int ipv6Prefix) {
    return (text, headers) ->
        CheckJson.one(text.getBytes(StandardCharsets.UTF_8))
            .context(Caller.of(headers), ipv6Prefix);
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (isGrpc(request)) {
      grpc.handle(request);
      return;
    }
    request.response().exceptionHandler(gone -> {}); // the client has disconnected
    new HttpExchange(request, parts).run(this::route);
  }

  /**
   * Returns whether a request is a gRPC call. The content type alone is not enough: a gateway
   * forwards that of the end user to forward-auth, where the HTTP 200 of a gRPC error means
   * "allow".
   */
  private static boolean isGrpc(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    return type != null
        && type.startsWith("application/grpc")
        && request.version() == HttpVersion.HTTP_2
        && isGrpcMethod(request.path());
  }

  /**
   * Returns whether the first segment has a dot, as a service with a package has. Other paths have
   * none.
   */
  private static boolean isGrpcMethod(String path) {
    int end = path.indexOf('/', 1);
    int dot = path.indexOf('.');
    return dot > 1 && dot < end;
  }

  private void route(HttpExchange exchange) {
    HttpServerRequest request = exchange.request();
    String path = request.path();
    if (path.equals(HEALTH)) {
      health(exchange);
      return;
    }
    parts.access().admitCaller(request.headers(), request.remoteAddress());
    switch (path) {
      case "/api/v1/check", "/throttle/check" -> {
        count();
        exchange.check(CHECK_BYTES, this::check);
      }
      case "/api/v1/check/batch" -> {
        count();
        exchange.check(BATCH_BYTES, batches::answer);
      }
      case "/api/v1/settle" -> exchange.post(CHECK_BYTES, this::settle);
      case "/api/v1/extend" -> {
        count();
        exchange.post(CHECK_BYTES, this::extend);
      }
      case "/api/v1/authorize" -> authorize(exchange);
      case "/json" -> {
        count();
        exchange.post(CHECK_BYTES, envoy::answer);
      }
      default -> other(exchange);
    }
  }

  /** Counts a check, or sheds it before its body is read. */
  private void count() {
    parts.access().callers().count(1);
  }

  private void other(HttpExchange exchange) {
    if (exchange.request().path().startsWith(QueuePath.PREFIX)) {
      queues.handle(exchange);
    } else {
      exchange.answer().problem(404, "path: no such resource");
    }
  }

  /** Answers a request that is not HTTP, and closes the connection. */
  public void invalid(HttpServerRequest request) {
    RefusedHead refused = RefusedHead.of(request);
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    new HttpAnswer(request.response(), parts).problem(refused.status(), refused.detail());
    request.connection().close();
  }

  private void check(HttpExchange exchange) {
    CheckBody asked = CheckJson.one(exchange.body());
    RequestContext context =
        asked.context(exchange.caller(), parts.ipv6Prefix()).withRequestId(exchange.requestId());
    RuleBook book = parts.throttlex().rules();
    exchange.then(
        parts.throttlex().checkAsync(context, book),
        decision -> {
          if (Overflow.takes(asked, context, decision, book)) {
            queue(exchange, context, decision);
          } else {
            exchange.answer().decision(context, decision);
          }
        });
  }

  private void queue(HttpExchange exchange, RequestContext context, Decision decision) {
    exchange.then(overflow.offer(context), ticket -> exchange.answer().queued(decision, ticket));
  }

  private void settle(HttpExchange exchange) {
    SettleJson asked = SettleJson.read(exchange.body());
    HttpAnswer answer = exchange.answer();
    exchange.then(
        parts.throttlex().settleAsync(asked.reservation(), asked.cost(), asked.outcome()),
        settlement -> {
          switch (settlement) {
            case SETTLED -> answer.json(asked.answer(true));
            case ALREADY_SETTLED -> answer.json(asked.answer(false));
            case UNKNOWN -> answer.problem(404, UNKNOWN);
          }
        });
  }

  private void extend(HttpExchange exchange) {
    ExtendJson asked = ExtendJson.read(exchange.body());
    HttpAnswer answer = exchange.answer();
    exchange.then(
        parts
            .throttlex()
            .extendAsync(asked.reservation(), asked.cost())
            .thenApply(Optional::ofNullable),
        decision ->
            decision.ifPresentOrElse(answer::extension, () -> answer.problem(404, UNKNOWN)));
  }

  private void authorize(HttpExchange exchange) {
    try {
      count();
    } catch (AccessException e) {
      OptionalInt wanted = Authorization.denyStatus(exchange.request());
      exchange.answer().overloaded(e, wanted.orElse(OVERLOADED));
      return;
    }
    if (!exchange.identify()) {
      return;
    }
    OptionalInt denyStatus = Authorization.denyStatus(exchange.request());
    CheckBody described = authorization.describe(exchange.request());
    RequestContext context =
        described
            .context(exchange.caller().withoutIdempotencyKey(), parts.ipv6Prefix())
            .withRequestId(exchange.requestId());
    exchange.then(
        parts.throttlex().checkAsync(context),
        decision -> authorized(exchange.answer(), context, decision, denyStatus));
  }

  /** Answers after the delay of the decision, because a proxy cannot wait. */
  private void authorized(
      HttpAnswer answer, RequestContext context, Decision decision, OptionalInt denyStatus) {
    if (!decision.allowed()) {
      answer.denial(decision, denyStatus.orElse(Refusal.status(decision)));
    } else if (decision.delayMillis() > 0) {
      parts.vertx().setTimer(decision.delayMillis(), due -> answer.pass(context, decision));
    } else {
      answer.pass(context, decision);
    }
  }

  private void health(HttpExchange exchange) {
    if (!exchange.allows(READING)) {
      return;
    }
    if (parts.serving().getAsBoolean()) {
      exchange.request().response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain").end("OK");
    } else {
      exchange.answer().problem(503, "The service is shutting down.");
    }
  }
}
