package com.throttlex.server.compat;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The whole service on its first start, for the tests of one class. */
abstract class FirstStartService {
  @TempDir static Path folder;
  static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.startWithoutRules(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static JsonObject admin(int status, String method, String path, String body) {
    Reply reply = server.admin(method, path, body);
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    return reply.body().isEmpty() ? new JsonObject() : reply.json();
  }
}
