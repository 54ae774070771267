package com.throttlex.server.grpc;

import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.grpc.common.GrpcMessage;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.health.v1.HealthCheckRequest;
import io.vertx.grpc.health.v1.HealthCheckResponse;
import io.vertx.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.vertx.grpc.health.v1.HealthListRequest;
import io.vertx.grpc.health.v1.HealthListResponse;
import io.vertx.grpc.health.v1.HealthProto;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.Service;
import io.vertx.grpc.server.ServiceBuilder;
import io.vertx.grpc.server.StatusException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The health service ({@code grpc.health.v1}): reports SERVING until it is switched.
 *
 * <p>It replaces Vert.x's own, whose answer for the whole server cannot change. All services start
 * and stop serving together.
 */
final class GrpcHealth {
  private static final ServiceName NAME = ServiceName.create("grpc.health.v1.Health");

  private final Set<String> services;
  private final Map<Watch, Context> watches = new ConcurrentHashMap<>();
  private volatile ServingStatus status = ServingStatus.SERVING;

  GrpcHealth(Set<String> services) {
    this.services = services;
  }

  /** Switches all services, and notifies watchers. */
  void serving(boolean serving) {
    status = serving ? ServingStatus.SERVING : ServingStatus.NOT_SERVING;
    watches.forEach((watch, context) -> context.runOnContext(v -> watch.tell(status)));
  }

  Service service() {
    ServiceBuilder service =
        Service.service(NAME, HealthProto.getDescriptor().findServiceByName("Health"));
    UnaryMethod.bind(service, NAME, "Check", HealthCheckRequest.getDefaultInstance(), this::check);
    UnaryMethod.bind(service, NAME, "List", HealthListRequest.getDefaultInstance(), this::list);
    ServiceMethod<HealthCheckRequest, HealthCheckResponse> watch =
        ServiceMethod.server(
            NAME,
            "Watch",
            GrpcMessageEncoder.encoder(),
            GrpcMessageDecoder.decoder(HealthCheckRequest.getDefaultInstance()));
    return service.bind(watch, this::watch).build();
  }

  private CompletionStage<HealthCheckResponse> check(HealthCheckRequest request) {
    if (!services.contains(request.getService())) {
      throw new StatusException(GrpcStatus.NOT_FOUND, "service: unknown");
    }
    return CompletableFuture.completedStage(message(status));
  }

  private CompletionStage<HealthListResponse> list(HealthListRequest request) {
    HealthListResponse.Builder response = HealthListResponse.newBuilder();
    services.forEach(service -> response.putStatuses(service, message(status)));
    return CompletableFuture.completedStage(response.build());
  }

  private static HealthCheckResponse message(ServingStatus status) {
    return HealthCheckResponse.newBuilder().setStatus(status).build();
  }

  private void watch(GrpcServerRequest<HealthCheckRequest, HealthCheckResponse> request) {
    Watch watch = new Watch(request);
    request.errorHandler(error -> watches.remove(watch));
    request.exceptionHandler(error -> watches.remove(watch));
    request.response().exceptionHandler(error -> watches.remove(watch));
    request.invalidMessageHandler(
        invalid -> GrpcFailures.end(request, RefusedMessageException.tooLarge().status()));
    request.messageHandler(watch::begin);
  }

  /** A client that watches the health. */
  private final class Watch {
    private static final MessageReader<HealthCheckRequest> READER =
        new MessageReader<>(HealthCheckRequest.parser());

    private final GrpcServerRequest<HealthCheckRequest, HealthCheckResponse> request;
    private ServingStatus told = ServingStatus.UNKNOWN;

    Watch(GrpcServerRequest<HealthCheckRequest, HealthCheckResponse> request) {
      this.request = request;
    }

    /** Starts to watch; unknown services stay unknown, because services do not change. */
    void begin(GrpcMessage message) {
      request.messageHandler(null).invalidMessageHandler(null);
      try {
        if (services.contains(READER.read(message).getService())) {
          watches.put(this, Vertx.currentContext());
          tell(status);
        } else {
          tell(ServingStatus.SERVICE_UNKNOWN);
        }
      } catch (StatusException | RefusedMessageException e) {
        GrpcFailures.end(request, GrpcFailures.thrown(e));
      }
    }

    void tell(ServingStatus status) {
      if (status != told && (told == ServingStatus.UNKNOWN || watches.containsKey(this))) {
        told = status;
        request.response().write(message(status));
      }
    }
  }
}
