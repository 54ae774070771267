package com.throttlex.redis;

import com.throttlex.tck.servers.RedisServer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The Redis of a test class and a connection to it; empty when a test begins. */
final class EmptyRedis implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
  private @Nullable RedisServer server;
  private @Nullable Redis connection;

  RedisServer server() {
    return Objects.requireNonNull(server);
  }

  Redis connection() {
    return Objects.requireNonNull(connection);
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    server = RedisServer.start();
    connection = Connected.to(server.url() + "?timeout=10s");
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    server().command("FLUSHALL");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    connection().close();
    server().close();
  }
}
