package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with its own admin plane. */
public abstract class AdminTest {
  @TempDir protected Path folder;
  protected AdminServer server;

  @BeforeEach
  void start() {
    server = new AdminServer(folder);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  protected static JsonObject json(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return new JsonObject(response.body());
  }

  /** The problem that answers, which has all members that problems have. */
  protected static JsonObject problem(HttpResponse<String> response, int status) {
    JsonObject problem = json(response, status);
    assertThat(AdminServer.header(response, "Content-Type")).isEqualTo("application/problem+json");
    assertThat(problem.fieldNames())
        .contains("type", "title", "status", "detail", "error", "message", "timestamp");
    assertThat(problem.getInteger("status")).isEqualTo(status);
    return problem;
  }

  protected static List<String> problems(HttpResponse<String> response) {
    return problem(response, 422).getJsonArray("problems").stream()
        .map(String.class::cast)
        .toList();
  }

  /** The actions in the audit trail, oldest first. */
  protected List<String> audited() {
    List<String> actions =
        new ArrayList<>(
            server.json("/api/v1/audit").getJsonArray("entries").stream()
                .map(entry -> (JsonObject) entry)
                .map(e -> e.getString("actor") + " " + e.getString("action"))
                .toList());
    Collections.reverse(actions);
    return actions;
  }

  /** The statuses of calls that are all made at the same moment. */
  protected static List<Integer> atOnce(int calls, IntFunction<HttpResponse<String>> call) {
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try {
      CountDownLatch start = new CountDownLatch(calls);
      List<CompletableFuture<Integer>> answers = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        int number = i;
        answers.add(
            CompletableFuture.supplyAsync(
                () -> {
                  start.countDown();
                  await(start);
                  return call.apply(number).statusCode();
                },
                threads));
      }
      return answers.stream().map(CompletableFuture::join).toList();
    } finally {
      threads.shutdown();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
