package com.throttlex.server.http;

import com.throttlex.Decision;
import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.http.RateLimitHeaders;
import com.throttlex.queue.MemoryQueue;
import com.throttlex.queue.QueueLimits;
import com.throttlex.request.TrustedProxies;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.RawHttp;
import com.throttlex.server.access.AccessLab;
import com.throttlex.server.envoy.EnvoyLimits;
import com.throttlex.store.Store;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A door without the rest of the service; the test chooses its store and its timeout for bodies.
 */
final class DoorLab implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final ThrottleX throttlex;
  private final HttpServer server;
  private final AtomicInteger closed = new AtomicInteger();

  DoorLab(Store store, long slowestMillis) {
    this(RuleFile.parse(DoorRules.TEXT, "rules.yml"), store, slowestMillis);
  }

  DoorLab(RuleBook rules, Store store, long slowestMillis) {
    SystemTime time = new SystemTime();
    throttlex = ThrottleX.of(rules, store, time);
    RateLimitHeaders headers = RateLimitHeaders.all();
    HttpDoor door =
        new HttpDoor(
            new HttpDoor.Parts(
                vertx,
                slowestMillis,
                throttlex,
                new MemoryQueue(QueueLimits.DEFAULT, time),
                time,
                headers,
                TrustedProxies.NONE,
                64,
                "X-API-Key",
                null,
                false,
                AccessLab.open(time),
                (actor, action, service, count) -> {},
                () -> true,
                Decision::key),
            grpc -> {},
            new EnvoyLimits(throttlex, headers, 64, time));
    server =
        vertx
            .createHttpServer()
            .connectionHandler(each -> each.closeHandler(v -> closed.incrementAndGet()))
            .requestHandler(door)
            .listen(0, "127.0.0.1")
            .await();
  }

  void rules(RuleBook rules) {
    throttlex.rules(rules);
  }

  int port() {
    return server.actualPort();
  }

  /** How many connections were closed, as far as the server knows. */
  int closed() {
    return closed.get();
  }

  RawHttp connect() throws IOException {
    return new RawHttp(server.actualPort());
  }

  @Override
  public void close() {
    vertx.close().await();
    throttlex.close();
  }
}
