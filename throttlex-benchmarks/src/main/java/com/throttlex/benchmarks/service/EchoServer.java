package com.throttlex.benchmarks.service;

import com.google.protobuf.Message;
import com.throttlex.benchmarks.load.Calls;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.v1.CheckRequest;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.grpc.common.GrpcMessageDecoder;
import io.vertx.grpc.common.GrpcMessageEncoder;
import io.vertx.grpc.common.ServiceMethod;
import io.vertx.grpc.common.ServiceName;
import io.vertx.grpc.server.GrpcServer;

/** A plain gRPC server that returns every message, on as many event loops as ThrottleX. */
final class EchoServer extends VerticleBase {
  private final int port;

  private EchoServer(int port) {
    this.port = port;
  }

  public static void main(String[] args) {
    Vertx vertx = Vertx.builder().with(new VertxOptions().setPreferNativeTransport(true)).build();
    int loops = Runtime.getRuntime().availableProcessors();
    vertx
        .deployVerticle(
            () -> new EchoServer(Integer.parseInt(args[0])),
            new DeploymentOptions().setInstances(loops))
        .await();
  }

  @Override
  public Future<?> start() {
    GrpcServer grpc = GrpcServer.server(vertx);
    echo(grpc, "Check", CheckRequest.getDefaultInstance());
    echo(grpc, "Envoy", RateLimitRequest.getDefaultInstance());
    return vertx.createHttpServer().requestHandler(grpc).listen(port, "127.0.0.1");
  }

  private static <M extends Message> void echo(GrpcServer grpc, String method, M prototype) {
    ServiceMethod<M, M> echo =
        ServiceMethod.server(
            ServiceName.create(Calls.ECHO),
            method,
            GrpcMessageEncoder.encoder(),
            GrpcMessageDecoder.decoder(prototype));
    grpc.callHandler(echo, request -> request.handler(message -> request.response().end(message)));
  }
}
