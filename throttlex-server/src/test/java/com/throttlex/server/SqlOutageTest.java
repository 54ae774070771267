package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.StoredRule;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.MariaDbServer;
import com.throttlex.tck.servers.PostgresServer;
import com.throttlex.tck.servers.SqlServer;
import io.vertx.core.json.JsonObject;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The service while its database is unavailable. */
class SqlOutageTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: local, match: {endpoint: /local}, key: [user], limits: 20/1d, algorithm: fixed-window}
        - {id: allow, match: {endpoint: /allow}, key: [user], limits: 1/1d, on-store-failure: allow}
        - {id: deny, match: {endpoint: /deny}, key: [user], limits: 20/1d, on-store-failure: deny}
      """;

  @TempDir Path folder;

  private static SqlServer start(String kind) {
    return kind.equals("mariadb") ? MariaDbServer.start() : PostgresServer.start();
  }

  private static JsonObject check(RunningServer node, String user, String endpoint) {
    Reply reply = node.check(TwoNodes.body(user, endpoint));
    assertThat(reply.status()).as(reply.body()).isIn(200, 429);
    return reply.json();
  }

  private static int admitted(RunningServer node, String user, String endpoint, int calls) {
    int admitted = 0;
    for (int i = 0; i < calls; i++) {
      admitted += check(node, user, endpoint).getBoolean("allowed") ? 1 : 0;
    }
    return admitted;
  }

  private static void awaitDegraded(RunningServer node, boolean degraded) {
    Await.until(
        "degraded: " + degraded,
        () -> check(node, "watcher", "/allow").getBoolean("degraded") == degraded);
  }

  /** Clients and an editor that never pause for long, and the results of their calls. */
  private static final class Load implements AutoCloseable {
    private static final int CALLERS = 3;
    private static final int CHANGES = 80;

    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final Queue<String> acknowledged = new ConcurrentLinkedQueue<>();
    private final AtomicInteger checks = new AtomicInteger();
    private final List<CompletableFuture<Void>> work;
    private volatile boolean ending;

    Load(RunningServer node) {
      work =
          List.of(
              repeat(i -> call(node, i)),
              repeat(i -> call(node, CALLERS * i)),
              repeat(i -> edit(node, i)));
    }

    private interface Step {
      void take(int number);
    }

    private CompletableFuture<Void> repeat(Step step) {
      return CompletableFuture.runAsync(
          () -> {
            for (int i = 0; !ending; i++) {
              step.take(i);
            }
          },
          task -> new Thread(task, "load").start());
    }

    private void call(RunningServer node, int number) {
      Reply reply = node.check(TwoNodes.body("load-" + number % 50, "/local"));
      if (reply.status() != 200 && reply.status() != 429) {
        errors.add(reply.body());
      }
      checks.incrementAndGet();
    }

    private void edit(RunningServer node, int number) {
      String id = "kept-" + number;
      String rule =
          "{\"id\":\"%s\",\"match\":{\"endpoint\":\"/%s\"},\"limits\":\"1/1s\"}".formatted(id, id);
      if (number < CHANGES) {
        Reply reply = node.admin("POST", "/api/v1/rules", rule);
        if (reply.status() == 201) {
          acknowledged.add(id);
        } else if (reply.status() != 503) {
          errors.add(reply.body());
        }
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }

    void awaitSome() {
      int before = checks.get();
      Await.until("more than 100 checks", () -> checks.get() > before + 100);
    }

    void awaitChanges() {
      int before = acknowledged.size();
      Await.until("more than three acknowledged changes", () -> acknowledged.size() > before + 3);
    }

    @Override
    public void close() {
      ending = true;
      CompletableFuture.allOf(work.toArray(CompletableFuture[]::new))
          .orTimeout(30, TimeUnit.SECONDS)
          .join();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mariadb"})
  void database_killedUnderLoad_degradesTheServiceAndLosesNothing(String kind) throws Exception {
    try (SqlServer server = start(kind)) {
      String url = server.newDatabase();
      String settings = "{store: '%s', database: '%s'}".formatted(url, url);
      try (RunningServer node = RunningServer.start(folder, RULES, settings)) {
        awaitDegraded(node, false);
        assertThat(admitted(node, "counted", "/deny", 15)).isEqualTo(15);
        Load load = new Load(node);
        try (load) {
          load.awaitSome();
          load.awaitChanges();
          server.kill();
          awaitDegraded(node, true);
          assertModesHold(node);
          load.awaitSome();
          assertHealthSaysWhy(node, url);
          server.restart();
          awaitDegraded(node, false);
          load.awaitSome();
          load.awaitChanges();
        }
        assertThat(load.errors).isEmpty();
        Await.until("a healthy database", () -> isWell(node, "database"));
        Await.until("healthy rules", () -> isWell(node, "rules"));
        assertThat(admitted(node, "counted", "/deny", 20)).isEqualTo(5);
        assertKept(url, load.acknowledged);
      }
    }
  }

  private static void assertModesHold(RunningServer node) {
    assertThat(admitted(node, "fresh", "/local", 30)).isEqualTo(20);
    assertThat(admitted(node, "fresh", "/allow", 30)).isEqualTo(30);
    assertThat(admitted(node, "fresh", "/deny", 30)).isZero();
  }

  private static boolean isWell(RunningServer node, String component) {
    return node.health(component).getString("detail", "").isEmpty();
  }

  private static void assertHealthSaysWhy(RunningServer node, String url) {
    Await.until("an open circuit", () -> isOpen(node));
    Await.until("the failed database in health", () -> !isWell(node, "database"));
    Await.until(
        "the failure modes in the health detail",
        () -> node.health("store").getString("detail").contains("using on-store-failure"));
    String all = node.send(RunningServer.request(node.adminPort(), "/health")).body();
    assertThat(all)
        .contains("degraded: the database failing (")
        .doesNotContain(url.substring(url.indexOf("password=") + 9))
        .doesNotContainIgnoringCase("select ");
    assertThat(node.metric("throttlex_fallback_total")).isGreaterThanOrEqualTo(90);
    assertThat(node.metric("throttlex_store_errors_total")).isPositive();
  }

  private static boolean isOpen(RunningServer node) {
    return "open".equals(node.health("store").getString("breaker"))
        && node.metric("throttlex_breaker_state") == 2;
  }

  private static void assertKept(String url, Queue<String> acknowledged) {
    try (Database database = Database.open(url)) {
      assertThat(database.rules().all())
          .extracting(StoredRule::id)
          .containsAll(acknowledged)
          .hasSizeGreaterThan(7);
    }
  }
}
