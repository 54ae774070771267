package com.throttlex.examples.queueworker;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.ThrottleXServer;
import com.throttlex.server.config.SettingsReader;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worker drains the queue of a real service by the rules of the example. */
@Timeout(120)
class MailWorkerTest {
  private static final int ALLOWED = 10;
  private static final Path RULES = Path.of("rules.yml").toAbsolutePath();

  @TempDir Path folder;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<String> sent = new ArrayList<>();
  private ThrottleXServer server;
  private URI service;

  @BeforeEach
  void start() throws IOException {
    Map<String, String> options =
        Map.of(
            "port", "0",
            "admin-port", "0",
            "resp-port", "0",
            "data-dir", folder.toString(),
            "rules", RULES.toString());
    server = ThrottleXServer.start(SettingsReader.read(options, Map.of(), folder));
    service = URI.create("http://127.0.0.1:" + server.port());
  }

  @AfterEach
  void close() {
    server.close();
  }

  private HttpResponse<String> ask(HttpRequest.Builder request) throws Exception {
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private int check(String user) throws Exception {
    String body = new JsonObject().put("service", "mail").put("user", user).encode();
    return ask(HttpRequest.newBuilder(service.resolve("/api/v1/check"))
            .POST(HttpRequest.BodyPublishers.ofString(body)))
        .statusCode();
  }

  private JsonObject queue(String path) throws Exception {
    return new JsonObject(
        ask(HttpRequest.newBuilder(service.resolve("/api/v1/queue/mail" + path))
                .header("Authorization", "Bearer " + server.generatedToken().token()))
            .body());
  }

  /** Queues a mail to each of those users, asking until the limit is used up. */
  private void queueMails(List<String> users) throws Exception {
    for (String user : users) {
      int status = check(user);
      while (status == 200) {
        status = check(user);
      }
      assertThat(status).isEqualTo(202);
    }
  }

  private void drain(MailWorker worker) throws Exception {
    while (queue("").getLong("length") > 0) {
      worker.next();
    }
  }

  @Test
  void queuedMails_areAllSent_noFasterThanTheRuleAllows() throws Exception {
    List<String> users = IntStream.range(0, 25).mapToObj(i -> "u-" + i).toList();
    queueMails(users);
    long began = System.nanoTime();
    drain(
        new MailWorker(
            service,
            server.generatedToken().token(),
            request -> sent.add(request.getString("user")),
            10));
    double seconds = (System.nanoTime() - began) / (double) TimeUnit.SECONDS.toNanos(1);
    assertThat(sent).containsExactlyElementsOf(users);
    assertThat(seconds).as("beyond the burst").isGreaterThan((25 - ALLOWED - 1) / (double) ALLOWED);
    assertThat(queue("").getLong("dead")).isZero();
  }

  @Test
  void mailThatCannotBeSent_isTriedFiveTimes_andThenADeadLetter() throws Exception {
    queueMails(List.of("broken", "fine"));
    List<String> tried = new ArrayList<>();
    drain(
        new MailWorker(
            service,
            server.generatedToken().token(),
            request -> {
              tried.add(request.getString("user"));
              if (request.getString("user").equals("broken")) {
                throw new IOException("no such mailbox");
              }
            },
            10));
    assertThat(tried).containsOnlyOnce("fine");
    assertThat(tried.stream().filter("broken"::equals)).hasSize(5);
    JsonObject letter = queue("/dead").getJsonArray("items").getJsonObject(0);
    assertThat(letter.getString("reason")).contains("no such mailbox");
    assertThat(letter.getInteger("attempts")).isEqualTo(5);
  }

  @Test
  void filesThatTheReadmeNames_areThere() throws IOException {
    Path root = RULES.getParent().getParent().getParent();
    String readme = Files.readString(RULES.resolveSibling("README.md"));
    String source =
        "examples/queue-worker/src/main/java/com/throttlex/examples/queueworker/MailWorker.java";
    assertThat(readme).contains("--rules examples/queue-worker/rules.yml").contains(source);
    assertThat(root.resolve(source)).exists();
    assertThat(root.resolve("throttlex")).isExecutable();
  }
}
