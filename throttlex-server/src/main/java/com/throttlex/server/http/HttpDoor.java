package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.http.Refusal;
import com.throttlex.queue.OverflowQueue;
import com.throttlex.request.InvalidRequestException;
import com.throttlex.request.RequestContext;
import com.throttlex.request.TrustedProxies;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.server.identity.JwtVerifier;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers the HTTP requests of the data plane. */
public final class HttpDoor implements Handler<HttpServerRequest> {
  /**
   * What the door needs to know.
   *
   * @param throttlex decides
   * @param queue takes requests that do not fit, where the rules say so
   * @param time when errors happened
   * @param headers which headers answers carry
   * @param proxies whom to believe on addresses
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param apiKeyHeader where API keys are
   * @param tokens reads bearer tokens, or null when they say nothing
   * @param tokenRequired whether a request without a valid token is refused
   * @param access admits clients and administrators
   * @param queueTrail records changes of queued requests
   * @param serving whether the service is not about to end
   */
  public record Parts(
      ThrottleX throttlex,
      OverflowQueue queue,
      TimeSource time,
      RateLimitHeaders headers,
      TrustedProxies proxies,
      int ipv6Prefix,
      String apiKeyHeader,
      @Nullable JwtVerifier tokens,
      boolean tokenRequired,
      AccessControl access,
      QueueTrail queueTrail,
      BooleanSupplier serving) {}

  private static final String HEALTH = "/healthcheck";

  private static final List<HttpMethod> READING = List.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final int CHECK_BYTES = 64 << 10;
  private static final int BATCH_BYTES = 1 << 20;

  private final Vertx vertx;
  private final Parts parts;
  private final Answers answers;
  private final Completion completion;
  private final Entrance entrance;
  private final Overflow overflow;
  private final BatchDoor batches;
  private final QueueDoor queues;
  private final Authorization authorization;
  private final Handler<HttpServerRequest> grpc;
  private final EnvoyDoor envoy;

  /** A door that hands gRPC requests over to another. */
  public HttpDoor(
      Vertx vertx, Parts parts, Handler<HttpServerRequest> grpc, EnvoyLimits envoyLimits) {
    this(vertx, parts, grpc, envoyLimits, Bodies.SLOWEST_MILLIS);
  }

  HttpDoor(
      Vertx vertx,
      Parts parts,
      Handler<HttpServerRequest> grpc,
      EnvoyLimits envoyLimits,
      long slowestMillis) {
    this.vertx = vertx;
    this.parts = parts;
    this.grpc = grpc;
    answers = new Answers(parts.headers(), parts.time());
    completion = new Completion(answers);
    entrance =
        new Entrance(
            new Callers(parts.throttlex(), parts.tokens(), parts.apiKeyHeader()),
            parts.tokenRequired(),
            new Bodies(vertx, answers, slowestMillis),
            completion,
            answers);
    overflow = new Overflow(parts.throttlex(), parts.queue());
    batches = new BatchDoor(parts.throttlex(), overflow, parts.ipv6Prefix(), answers, completion);
    queues = new QueueDoor(parts, entrance, answers, completion);
    authorization = new Authorization(parts.proxies());
    envoy = new EnvoyDoor(envoyLimits, answers, completion);
  }

  /** Reads a check from the text of its body; throws {@link InvalidRequestException}. */
  public static Function<String, RequestContext> reader(int ipv6Prefix) {
    return text ->
        CheckJson.one(text.getBytes(StandardCharsets.UTF_8)).context(Caller.NOBODY, ipv6Prefix);
  }

  @Override
  public void handle(HttpServerRequest request) {
    if (isGrpc(request)) {
      grpc.handle(request);
      return;
    }
    request.response().exceptionHandler(gone -> {}); // the client went away; nobody to answer
    completion.guarded(request, () -> route(request));
  }

  /**
   * Returns whether a request is a gRPC call. The content type alone does not say it: a gateway
   * passes that of the end user on to forward-auth, where the HTTP 200 of a gRPC error means
   * "pass".
   */
  private static boolean isGrpc(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    return type != null
        && type.startsWith("application/grpc")
        && request.version() == HttpVersion.HTTP_2
        && isGrpcMethod(request.path());
  }

  /**
   * Returns whether the first segment has a dot, as a service with a package has; ours have none.
   */
  private static boolean isGrpcMethod(String path) {
    int end = path.indexOf('/', 1);
    int dot = path.indexOf('.');
    return dot > 1 && dot < end;
  }

  private void route(HttpServerRequest request) {
    String path = request.path();
    if (path.equals(HEALTH)) {
      health(request);
      return;
    }
    parts.access().admitCaller(request.headers(), request.remoteAddress());
    switch (path) {
      case "/api/v1/check", "/throttle/check" -> entrance.check(request, CHECK_BYTES, this::check);
      case "/api/v1/check/batch" -> entrance.check(request, BATCH_BYTES, batches::answer);
      case "/api/v1/settle" -> entrance.post(request, CHECK_BYTES, this::settle);
      case "/api/v1/authorize" -> authorize(request);
      case "/json" -> entrance.post(request, CHECK_BYTES, envoy::answer);
      default -> other(request);
    }
  }

  private void other(HttpServerRequest request) {
    if (request.path().startsWith(QueuePath.PREFIX)) {
      queues.handle(request);
    } else {
      answers.problem(request.response(), 404, "path: no such resource");
    }
  }

  /** Answers what is not even HTTP, and ends the connection. */
  public void invalid(HttpServerRequest request) {
    Throwable cause = request.decoderResult().cause();
    int status =
        cause instanceof TooLongHttpLineException
            ? 414
            : cause instanceof TooLongHttpHeaderException ? 431 : 400;
    request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    answers.problem(request.response(), status, "request: malformed or too long (expected: HTTP)");
    request.connection().close();
  }

  private void check(HttpServerRequest request, Caller caller, byte[] body) {
    CheckBody asked = CheckJson.one(body);
    RequestContext context = asked.context(caller, parts.ipv6Prefix());
    completion.then(
        parts.throttlex().checkAsync(context),
        request,
        decision -> answer(request, asked, context, decision));
  }

  private void answer(
      HttpServerRequest request, CheckBody asked, RequestContext context, Decision decision) {
    if (overflow.takes(asked, context, decision)) {
      completion.then(
          overflow.offer(context),
          request,
          ticket -> answers.queued(request.response(), decision, ticket));
    } else if (decision.reservation() == null) {
      answers.decision(request.response(), decision);
    } else {
      HttpServerResponse response = request.response();
      delivery(response).of(context, decision).send(() -> answers.decision(response, decision));
    }
  }

  private Delivery delivery(HttpServerResponse response) {
    return new Delivery(parts.throttlex(), response);
  }

  private void settle(HttpServerRequest request, byte[] body) {
    SettleJson asked = SettleJson.read(body);
    completion.then(
        parts.throttlex().settleAsync(asked.reservation(), asked.cost(), asked.outcome()),
        request,
        settlement -> {
          switch (settlement) {
            case SETTLED -> answers.json(request.response(), asked.answer(true));
            case ALREADY_SETTLED -> answers.json(request.response(), asked.answer(false));
            case UNKNOWN ->
                answers.problem(
                    request.response(),
                    404,
                    "reservation: unknown or expired (expected: one of the last minutes)");
          }
        });
  }

  private void authorize(HttpServerRequest request) {
    Caller caller = entrance.caller(request).once();
    if (entrance.refuses(request, caller)) {
      return;
    }
    OptionalInt denyStatus = Authorization.denyStatus(request);
    CheckBody described = authorization.describe(request);
    RequestContext context = described.context(caller, parts.ipv6Prefix());
    completion.then(
        parts.throttlex().checkAsync(context),
        request,
        decision -> authorized(request.response(), context, decision, denyStatus));
  }

  /** A proxy cannot wait, so the answer does. */
  private void authorized(
      HttpServerResponse response,
      RequestContext context,
      Decision decision,
      OptionalInt denyStatus) {
    Delivery delivery = delivery(response).of(context, decision);
    if (!decision.allowed()) {
      answers.denial(response, decision, denyStatus.orElse(Refusal.status(decision)));
    } else if (decision.delayMillis() > 0) {
      vertx.setTimer(
          decision.delayMillis(), due -> delivery.send(() -> answers.pass(response, decision)));
    } else {
      delivery.send(() -> answers.pass(response, decision));
    }
  }

  private void health(HttpServerRequest request) {
    if (!entrance.allows(request, READING)) {
      return;
    }
    if (parts.serving().getAsBoolean()) {
      request.response().putHeader(HttpHeaders.CONTENT_TYPE, "text/plain").end("OK");
    } else {
      answers.problem(request.response(), 503, "The service is about to end.");
    }
  }
}
