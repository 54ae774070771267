package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Two nodes with the same rules and the same settings. */
record TwoNodes(RunningServer a, RunningServer b) implements AutoCloseable {
  private static final int PARALLEL = 32;

  /** Starts both, each with its own folder. */
  static TwoNodes start(Path folder, String rules, String settings) throws IOException {
    RunningServer a =
        RunningServer.start(Files.createDirectory(folder.resolve("a")), rules, settings);
    try {
      return new TwoNodes(
          a, RunningServer.start(Files.createDirectory(folder.resolve("b")), rules, settings));
    } catch (IOException | RuntimeException e) {
      a.close();
      throw e;
    }
  }

  static String body(String user, String endpoint) {
    return new JsonObject().put("user", user).put("endpoint", endpoint).encode();
  }

  /** Returns the limit that applies to a user in a node; -1 if none does. */
  static long limit(RunningServer node, String user, String endpoint) {
    return node.check(body(user, endpoint)).json().getLong("limit");
  }

  /** Sends that many checks to each node, all at once, and counts the allowed ones. */
  long admitted(int each, String user, String endpoint) throws Exception {
    Semaphore room = new Semaphore(PARALLEL);
    List<CompletableFuture<Integer>> calls = new ArrayList<>();
    for (int i = 0; i < 2 * each; i++) {
      room.acquire();
      RunningServer node = i % 2 == 0 ? a : b;
      HttpRequest request =
          node.request("/api/v1/check")
              .POST(HttpRequest.BodyPublishers.ofString(body(user, endpoint)))
              .build();
      calls.add(
          node.client()
              .sendAsync(request, HttpResponse.BodyHandlers.ofString())
              .thenApply(HttpResponse::statusCode)
              .whenComplete((status, failure) -> room.release()));
    }
    long admitted = 0;
    for (CompletableFuture<Integer> call : calls) {
      int status = call.get(30, TimeUnit.SECONDS);
      assertThat(status).isIn(200, 429);
      admitted += status == 200 ? 1 : 0;
    }
    return admitted;
  }

  @Override
  public void close() {
    a.close();
    b.close();
  }
}
