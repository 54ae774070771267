package com.throttlex.benchmarks.proxy;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;

/** An application that answers every request with a small text, for machines without nginx. */
final class PlainUpstream extends VerticleBase {
  private static final Buffer BODY = Buffer.buffer("Order 4711: 2 books, on the way");

  private final int port;

  PlainUpstream(int port) {
    this.port = port;
  }

  public static void main(String[] args) {
    Vertx.builder()
        .with(new VertxOptions().setPreferNativeTransport(true))
        .build()
        .deployVerticle(() -> new PlainUpstream(Integer.parseInt(args[0])), new DeploymentOptions())
        .await();
  }

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer()
        .requestHandler(
            request -> request.response().putHeader("content-type", "text/plain").end(BODY))
        .listen(port, "127.0.0.1");
  }
}
