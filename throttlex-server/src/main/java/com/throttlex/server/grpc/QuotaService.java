package com.throttlex.server.grpc;

import com.throttlex.protocol.envoy.RateLimitQuotaResponse;
import com.throttlex.protocol.envoy.RateLimitQuotaUsageReports;
import com.throttlex.protocol.envoy.RlqsProto;
import com.throttlex.server.access.Access;
import com.throttlex.server.envoy.Quotas;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.GrpcStatus;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServerRequest;
import io.vertx.grpc.server.Service;
import io.vertx.grpc.server.StatusException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Envoy's rate limit quota service over gRPC: one stream for each proxy. */
final class QuotaService {
  static final ServiceName NAME =
      ServiceName.create("envoy.service.rate_limit_quota.v3.RateLimitQuotaService");

  /** The largest message: Envoy reports all of its buckets in one. */
  static final int MAX_SIZE = 1024 * 1024;

  private final Quotas quotas;
  private final Access access;
  private final Set<QuotaStream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;

  QuotaService(Quotas quotas, Access access) {
    this.quotas = quotas;
    this.access = access;
  }

  Service service() {
    ServiceMethod<RateLimitQuotaUsageReports, RateLimitQuotaResponse> method =
        ServiceMethod.server(
            NAME,
            "StreamRateLimitQuotas",
            GrpcMessageEncoder.encoder(),
            GrpcMessageDecoder.decoder(RateLimitQuotaUsageReports.getDefaultInstance()));
    return Service.service(
            NAME, RlqsProto.getDescriptor().findServiceByName("RateLimitQuotaService"))
        .bind(method, this::open)
        .build();
  }

  private void open(GrpcServerRequest<RateLimitQuotaUsageReports, RateLimitQuotaResponse> request) {
    if (draining) {
      GrpcFailures.end(request, leaving());
      return;
    }
    QuotaStream stream = new QuotaStream(request, quotas, access, streams::remove);
    streams.add(stream);
    stream.start();
    if (draining) {
      stream.end(leaving()); // drain() may not have seen it
    }
  }

  /** Ends all streams; proxies keep their assignments, and connect to another node. */
  void drain() {
    draining = true;
    streams.forEach(stream -> stream.end(leaving()));
  }

  private static StatusException leaving() {
    return new StatusException(GrpcStatus.UNAVAILABLE, "the service is draining");
  }
}
