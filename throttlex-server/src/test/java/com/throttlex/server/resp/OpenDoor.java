package com.throttlex.server.resp;

import com.throttlex.ThrottleX;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.access.Access;
import com.throttlex.server.access.AccessLab;
import com.throttlex.server.identity.AccessToken;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import com.throttlex.test.ManualClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A door that listens at a free port, by rules, store and time of the test's choice. */
final class OpenDoor implements AutoCloseable {
  static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: per-user
          match: {endpoint: /api/**}
          key: [user]
          limits: 5/1h
          algorithm: fixed-window
        - id: per-address
          match: {endpoint: /ip}
          key: [ip]
          limits: 2/1h
          algorithm: fixed-window
        - id: slots
          match: {endpoint: /slots}
          key: [user]
          limits: 2/30s
          algorithm: concurrency
        - id: delayed
          match: {endpoint: /delayed}
          key: [user]
          limits: 10/1s
          burst: 1
          on-exceed: {delay: 500ms}
        - id: europe
          match: {attributes: {region: eu, plan: gold}}
          key: [user]
          limits: 3/1h
        - id: thousand
          match: {endpoint: /thousand}
          key: [user]
          limits: 1000/1d
          algorithm: fixed-window
      """;

  static final Instant START = Instant.parse("2026-09-21T00:00:00Z");

  final ManualClock time = new ManualClock(START);
  final ThrottleX throttlex;
  final int port;
  final Access access;
  private final Vertx vertx = Vertx.vertx();
  private final RespDoor door;

  OpenDoor() {
    this(new MemoryStore(), new NetServerOptions());
  }

  OpenDoor(Store store, NetServerOptions options) {
    this(store, options, List.of());
  }

  OpenDoor(Store store, NetServerOptions options, List<AccessToken> tokens) {
    access = AccessLab.of(tokens, time).callers();
    RuleBook rules = RuleFile.parse(RULES, "rules.yml");
    throttlex = ThrottleX.of(rules, store, time);
    door = new RespDoor(vertx, throttlex, 64, options, access);
    port = await(door.listen(0, "127.0.0.1"));
  }

  RawClient client() throws IOException {
    return new RawClient(port);
  }

  void closeDoor() {
    await(door.close());
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    await(door.close());
    await(vertx.close());
  }
}
