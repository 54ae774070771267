package com.throttlex.server;

import com.throttlex.server.connection.HttpGuards;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** An HTTP port, served by all event loops. */
final class HttpListener {
  private final Vertx vertx;
  private final HttpServerOptions options;
  private final Handler<HttpServerRequest> door;
  private final Handler<HttpServerRequest> invalid;
  private final HttpGuards guards;
  private final int anyPort;
  private Supplier<Future<Void>> beforeDrain = Future::succeededFuture;
  private final List<HttpServer> servers = Collections.synchronizedList(new ArrayList<>());

  /**
   * Creates a port that is not open yet.
   *
   * @param anyPort the negative number that Vert.x uses for a free port shared by event loops; each
   *     listener needs its own, because equal numbers get the same port
   */
  HttpListener(
      Vertx vertx,
      HttpServerOptions options,
      Handler<HttpServerRequest> door,
      Handler<HttpServerRequest> invalid,
      HttpGuards guards,
      int anyPort) {
    this.vertx = vertx;
    this.options = options;
    this.door = door;
    this.invalid = invalid;
    this.guards = guards;
    this.anyPort = anyPort;
  }

  /** Listens with that many event loops; returns the real port. */
  Future<Integer> listen(String host, int port, int loops) {
    return vertx
        .deployVerticle(
            () -> new Instance(host, port == 0 ? anyPort : port),
            new DeploymentOptions().setInstances(loops))
        .map(deployed -> servers.get(0).actualPort());
  }

  /** Completes an action before clients learn that the port closes. */
  HttpListener beforeDrain(Supplier<Future<Void>> action) {
    beforeDrain = action;
    return this;
  }

  /** Accepts no more connections, and waits for requests in flight. */
  Future<Void> drain(long seconds) {
    return beforeDrain
        .get()
        .compose(
            done ->
                Future.join(
                    List.copyOf(servers).stream()
                        .map(server -> server.shutdown(seconds, TimeUnit.SECONDS))
                        .toList()))
        .mapEmpty();
  }

  private final class Instance extends VerticleBase {
    private final String host;
    private final int port;

    Instance(String host, int port) {
      this.host = host;
      this.port = port;
    }

    @Override
    public Future<?> start() {
      HttpServer server =
          vertx
              .createHttpServer(options)
              .connectionHandler(guards::opened)
              .requestHandler(door)
              .invalidRequestHandler(invalid);
      servers.add(server);
      return server.listen(port, host);
    }
  }
}
