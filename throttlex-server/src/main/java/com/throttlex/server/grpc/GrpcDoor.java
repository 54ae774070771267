package com.throttlex.server.grpc;

import com.throttlex.ThrottleX;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.Rls;
import com.throttlex.server.access.AccessControl;
import com.throttlex.server.access.AccessException;
import com.throttlex.server.access.CounterResets;
import com.throttlex.server.access.RequestBody;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.server.envoy.Quotas;
import io.vertx.core.Handler;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.grpc.common.GrpcHeaderNames;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcProtocol;
import io.vertx.grpc.server.GrpcServer;
import io.vertx.grpc.server.GrpcServerOptions;
import io.vertx.grpc.server.Service;
import io.vertx.grpc.server.ServiceBuilder;
import io.vertx.grpc.server.StatusException;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Serves gRPC over HTTP/2: {@code throttlex.v1.RateLimiter}, Envoy's {@code RateLimitService} and
 * {@code RateLimitQuotaService}, health and reflection.
 *
 * <p>One object serves any number of servers and connections. It never waits for the store on an
 * event loop.
 */
public final class GrpcDoor implements Handler<HttpServerRequest> {
  /** The prefix of the methods that need no access token. */
  private static final String HEALTH = "/grpc.health.v1.Health/";

  private static final String QUOTAS = "/" + QuotaService.NAME.fullyQualifiedName() + "/";

  private static final ServiceName ENVOY =
      ServiceName.create("envoy.service.ratelimit.v3.RateLimitService");

  private final AccessControl access;
  private final GrpcServer server;
  private final GrpcServer quotaServer;
  private final @Nullable QuotaService quotas;
  private final GrpcHealth health;

  /**
   * Creates a door for an engine.
   *
   * @param ipv6Prefix how many bits of an IPv6 address count
   * @param envoy decides Envoy's requests
   * @param quotas assigns units to Envoys that decide by themselves; null if none may
   * @param access admits clients and administrators
   * @param resets resets counters for administrators
   */
  public GrpcDoor(
      Vertx vertx,
      ThrottleX throttlex,
      int ipv6Prefix,
      EnvoyLimits envoy,
      @Nullable Quotas quotas,
      AccessControl access,
      CounterResets resets) {
    this.access = access;
    this.quotas = quotas == null ? null : new QuotaService(quotas, access.callers());
    health = new GrpcHealth(names(quotas != null));
    server = GrpcServer.server(vertx, options(MessageReader.MAX_SIZE));
    quotaServer = GrpcServer.server(vertx, options(QuotaService.MAX_SIZE));
    if (this.quotas != null) {
      quotaServer.addService(this.quotas.service());
    }
    server.addService(
        new RateLimiterService(vertx, throttlex, ipv6Prefix, access, resets).service());
    server.addService(envoyService(envoy));
    server.addService(health.service());
    Reflection.add(server, quotaServer);
  }

  private static Set<String> names(boolean quotas) {
    Set<String> names = new TreeSet<>(Set.of("", "ratelimit"));
    names.add(RateLimiterService.NAME.fullyQualifiedName());
    names.add(ENVOY.fullyQualifiedName());
    if (quotas) {
      names.add(QuotaService.NAME.fullyQualifiedName());
    }
    return names;
  }

  private static GrpcServerOptions options(int maxSize) {
    return new GrpcServerOptions()
        .setMaxMessageSize(maxSize)
        .removeEnabledProtocol(GrpcProtocol.WEB)
        .removeEnabledProtocol(GrpcProtocol.WEB_TEXT)
        .removeEnabledProtocol(GrpcProtocol.TRANSCODING);
  }

  private static Service envoyService(EnvoyLimits envoy) {
    ServiceBuilder service =
        Service.service(ENVOY, Rls.getDescriptor().findServiceByName("RateLimitService"));
    UnaryMethod.bind(
        service,
        ENVOY,
        "ShouldRateLimit",
        RateLimitRequest.getDefaultInstance(),
        envoy::decide,
        EnvoyLimits.OVER_LIMIT);
    return service.build();
  }

  /**
   * Sets the health that clients see; requests are answered in both states. Quota streams end when
   * it becomes false, because they would last.
   */
  public void serving(boolean serving) {
    health.serving(serving);
    if (!serving && quotas != null) {
      quotas.drain();
    }
  }

  @Override
  public void handle(HttpServerRequest request) {
    MultiMap headers = request.headers();
    try {
      if (!request.path().startsWith(HEALTH)) {
        access.admitCaller(headers, request.remoteAddress());
      }
      if (decides(request.path())) {
        access.callers().count(1);
      }
    } catch (AccessException e) {
      refuse(request, e);
      return;
    }
    String type = headers.get(HttpHeaders.CONTENT_TYPE);
    if (type != null && type.endsWith("json")) {
      request.response().setStatusCode(415).end();
      return;
    }
    // Vert.x copies the path into a header. That fails for some characters, and the call stays
    // open.
    if (!isVisible(request.path())) {
      request.response().setStatusCode(400).end();
      return;
    }
    // Without this header, Vert.x leaves a call open if its message is marked as compressed.
    if (!headers.contains(GrpcHeaderNames.GRPC_ENCODING)) {
      headers.set(GrpcHeaderNames.GRPC_ENCODING, "identity");
    }
    boolean quota = quotas != null && request.path().startsWith(QUOTAS);
    (quota ? quotaServer : server).handle(request);
  }

  /**
   * Returns whether a method decides requests: not health, reflection, reset or settlement. A quota
   * stream counts each of its reports.
   */
  private static boolean decides(String path) {
    return !path.startsWith("/grpc.")
        && !path.startsWith(QUOTAS)
        && !path.endsWith("/Settle")
        && !path.endsWith("/ResetLimit");
  }

  private static boolean isVisible(String path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c <= ' ' || c >= 0x7f) {
        return false;
      }
    }
    return true;
  }

  /** Answers with a status and no message, and reads no more of the request. */
  private static void refuse(HttpServerRequest request, AccessException refused) {
    StatusException status = GrpcFailures.refused(refused);
    if (refused.reason() == AccessException.Reason.OVERLOADED) {
      request.response().putHeader("grpc-retry-pushback-ms", "1000");
    }
    request
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "application/grpc")
        .putHeader(GrpcHeaderNames.GRPC_STATUS, status.status().toString())
        .putHeader(GrpcHeaderNames.GRPC_MESSAGE, status.message())
        .end();
    RequestBody.drop(request);
  }
}
