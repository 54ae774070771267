package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that were started at once are exact from their first request on. */
@Timeout(900)
abstract class ColdStartContract {
  private static final int LIMIT = 100;
  private static final int REQUESTS = 300;
  private static final int CONNECTIONS = 16;
  private static final int HOGS = 2;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: cold, key: [user], limits: 100/1d, algorithm: fixed-window}
      """;

  @TempDir Path folder;

  /** Returns the URL of a working store. */
  abstract String store();

  @Test
  @Tag("long")
  void nodes_startedAtOnce_admitExactlyTheLimit() throws Exception {
    startTwice(1);
  }

  @Test
  void nodes_startedAtOnceBesideProcessorHogs_admitExactlyTheLimit() throws Exception {
    besideHogs(1);
  }

  @Test
  @Tag("long")
  void nodes_startedAtOnceTwentyTimes_admitExactlyTheLimitEachTime() throws Exception {
    startTwice(20);
    besideHogs(20);
  }

  private void besideHogs(int times) throws Exception {
    List<Process> hogs = new ArrayList<>();
    try {
      for (int i = 0; i < HOGS; i++) {
        hogs.add(new ProcessBuilder("/bin/sh", "-c", "while :; do :; done").start());
      }
      startTwice(times);
    } finally {
      hogs.forEach(Process::destroyForcibly);
    }
  }

  private void startTwice(int times) throws Exception {
    String store = store();
    for (int i = 0; i < times; i++) {
      Path run = Files.createTempDirectory(folder, "run");
      CompletableFuture<ServiceProcess> starting =
          CompletableFuture.supplyAsync(() -> start(run.resolve("a"), store));
      try (ServiceProcess b = start(run.resolve("b"), store);
          ServiceProcess a = starting.join()) {
        assertExact(run, a, b);
      }
    }
  }

  private static ServiceProcess start(Path home, String store) {
    try {
      Files.createDirectories(home);
      Files.writeString(home.resolve("rules.yml"), RULES);
      Files.writeString(home.resolve("throttlex.yml"), "store: \"" + store + "\"\n");
      return ServiceProcess.start(home);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertExact(Path run, ServiceProcess... nodes) throws Exception {
    String user = UUID.randomUUID().toString();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger admitted = new AtomicInteger();
    AtomicInteger degraded = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    List<CompletableFuture<Void>> asking = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      asking.add(
          CompletableFuture.runAsync(
              () -> {
                for (int n = next.getAndIncrement(); n < REQUESTS; n = next.getAndIncrement()) {
                  JsonObject answer = ask(nodes[n % nodes.length], user);
                  admitted.addAndGet(answer.getBoolean("allowed") ? 1 : 0);
                  degraded.addAndGet(answer.getBoolean("degraded") ? 1 : 0);
                }
              },
              threads));
    }
    asking.forEach(CompletableFuture::join);
    threads.shutdown();
    assertThat(List.of(admitted.get(), degraded.get()))
        .as(() -> "admitted and degraded; the nodes said " + log(run, "a") + log(run, "b"))
        .containsExactly(LIMIT, 0);
  }

  private static String log(Path run, String node) {
    try {
      return Files.readString(run.resolve(node).resolve("errors.txt"));
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static JsonObject ask(ServiceProcess node, String user) {
    HttpRequest request =
        RunningServer.request(node.port(), "/api/v1/check", "Content-Type", "application/json")
            .version(HttpClient.Version.HTTP_1_1)
            .POST(HttpRequest.BodyPublishers.ofString("{\"user\":\"" + user + "\"}"))
            .build();
    try {
      return new JsonObject(
          node.client().send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
