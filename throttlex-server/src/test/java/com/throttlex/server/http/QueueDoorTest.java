package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the operations of workers on queues over HTTP. */
class QueueDoorTest {
  private static final String QUEUES = "/api/v1/queue/";

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, QueueRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  /** Queues a request and says what its ticket is. */
  private static String queue(String service) {
    JsonObject body =
        new JsonObject().put("user", service).put("endpoint", "/queued/q").put("service", service);
    for (int i = 0; i < 2; i++) {
      Reply reply = server.check(body.encode());
      if (reply.status() == 202) {
        return reply.json().getString("ticket");
      }
    }
    throw new AssertionError("not queued");
  }

  private static List<JsonObject> take(String service, String body) {
    Reply reply = server.post(QUEUES + service + "/take", body, server.credential());
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json().getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  private static List<JsonObject> take(String service) {
    return take(service, "{\"consumer\":\"w1\"}");
  }

  private static JsonObject tickets(String... tickets) {
    return new JsonObject().put("tickets", new JsonArray(List.of(tickets)));
  }

  private static JsonObject post(String service, String operation, JsonObject body) {
    Reply reply =
        server.post(QUEUES + service + "/" + operation, body.encode(), server.credential());
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
    return reply.json();
  }

  private static JsonObject status(String service) {
    return server.get(QUEUES + service, server.credential()).json();
  }

  @Test
  void takenRequest_isTheBodyOfItsCheck() {
    JsonObject body =
        new JsonObject()
            .put("user", "whole \"\u00e9\"")
            .put("ip", "2001:db8::1")
            .put("endpoint", "/queued/whole")
            .put("method", "post")
            .put("service", "whole")
            .put("tier", "pro")
            .put("priority", "high")
            .put("cost", 1)
            .put("attributes", new JsonObject().put("region", "eu").put("a\"b", "c"));
    server.check(body.encode());
    JsonObject queued = server.check(body.encode()).json();
    JsonObject item = take("whole").get(0);
    assertThat(item.fieldNames()).containsExactly("ticket", "request", "deadline", "attempt");
    assertThat(item.getString("ticket")).isEqualTo(queued.getString("ticket"));
    assertThat(item.getLong("deadline")).isEqualTo(queued.getLong("deadline"));
    assertThat(item.getInteger("attempt")).isEqualTo(1);
    JsonObject request = item.getJsonObject("request");
    assertThat(request.copy().put("ip", "2001:db8::1").put("method", "post").getMap())
        .isEqualTo(body.getMap());
    request.put("ticket", item.getString("ticket"));
    Reply again = server.check(request.encode());
    assertThat(again.status()).as("the same counter, and not queued again").isEqualTo(429);
  }

  @Test
  void takenRequest_isInvisibleUntilItIsAcknowledged() {
    String first = queue("ends");
    String other = queue("ends");
    assertThat(take("ends", "{\"consumer\":\"w1\",\"max\":1,\"visibilityMs\":60000}"))
        .extracting(item -> item.getString("ticket"))
        .containsExactly(first);
    assertThat(take("ends", "{\"consumer\":\"w2\",\"max\":10}"))
        .extracting(item -> item.getString("ticket"))
        .containsExactly(other);
    assertThat(take("ends")).isEmpty();
    assertThat(post("ends", "ack", tickets(first, "nonsense")))
        .isEqualTo(
            new JsonObject()
                .put("acknowledged", new JsonArray().add(first))
                .put("unknown", new JsonArray().add("nonsense")));
    assertThat(post("ends", "ack", tickets(first)).getJsonArray("unknown")).containsExactly(first);
    assertThat(status("ends").getLong("length")).isEqualTo(1);
  }

  @Test
  void returnedRequest_isTakenAgain_andWithoutAReasonNotCounted() {
    String ticket = queue("returned");
    take("returned");
    assertThat(
            post("returned", "retry", tickets(ticket).put("consumer", "w2"))
                .getJsonArray("unknown"))
        .as("another consumer's")
        .containsExactly(ticket);
    JsonObject returned =
        post("returned", "retry", tickets(ticket).put("consumer", "w1").put("afterMs", 0));
    assertThat(returned.getJsonArray("returned")).containsExactly(ticket);
    assertThat(take("returned").get(0).getInteger("attempt")).isEqualTo(1);
    post("returned", "retry", tickets(ticket).put("reason", "why"));
    assertThat(take("returned").get(0).getInteger("attempt")).isEqualTo(2);
    post("returned", "retry", tickets(ticket).put("afterMs", 60_000));
    assertThat(take("returned")).isEmpty();
  }

  @Test
  void requestThatFailsFiveTimes_isADeadLetter() {
    String ticket = queue("fails");
    for (int attempt = 1; attempt <= 5; attempt++) {
      assertThat(take("fails").get(0).getInteger("attempt")).isEqualTo(attempt);
      post("fails", "retry", tickets(ticket).put("reason", "no luck " + attempt));
    }
    assertThat(take("fails")).isEmpty();
    assertThat(status("fails").getMap())
        .isEqualTo(
            new JsonObject()
                .put("service", "fails")
                .put("length", 0)
                .putNull("oldest")
                .put("dead", 1)
                .getMap());
    JsonObject letter =
        server
            .get(QUEUES + "fails/dead", server.credential())
            .json()
            .getJsonArray("items")
            .getJsonObject(0);
    assertThat(letter.fieldNames())
        .containsExactly("ticket", "request", "reason", "attempts", "at");
    assertThat(letter.getString("ticket")).isEqualTo(ticket);
    assertThat(letter.getString("reason")).isEqualTo("no luck 5");
    assertThat(letter.getJsonObject("request").getString("user")).isEqualTo("fails");
  }

  @Test
  void requestOfAWorkerThatIsGone_isTakenByAnother() {
    queue("gone");
    take("gone", "{\"consumer\":\"dies\",\"visibilityMs\":1}");
    JsonObject again =
        Await.answer("the request of the other worker", () -> take("gone").stream().findFirst());
    assertThat(again.getInteger("attempt")).isEqualTo(2);
  }

  @Test
  void service_isWhatItsPathSaysDecoded() {
    String service = "a/b +c\u00e9%";
    queue(service);
    assertThat(status("a%2Fb%20+c%C3%A9%25").getString("service")).isEqualTo(service);
    assertThat(status("a%2Fb%20+c%C3%A9%25").getLong("length")).isEqualTo(1);
    assertThat(status("a").getLong("length")).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{",
        "{}",
        "{\"consumer\":\"\"}",
        "{\"consumer\":1}",
        "{\"consumer\":\"w\",\"max\":0}",
        "{\"consumer\":\"w\",\"max\":101}",
        "{\"consumer\":\"w\",\"max\":\"1\"}",
        "{\"consumer\":\"w\",\"max\":1.5}",
        "{\"consumer\":\"w\",\"visibilityMs\":0}",
        "{\"consumer\":\"w\",\"visibilityMs\":3600001}",
        "{\"consumer\":\"w\",\"more\":1}",
        "{\"consumer\":\"w\",\"consumer\":\"w\"}"
      })
  void malformedTake_isRefusedAndTakesNothing(String body) {
    queue("bad-take");
    BadRequestTest.assertProblem(
        server.post(QUEUES + "bad-take/take", body, server.credential()), 400);
    assertThat(take("bad-take", "{\"consumer\":\"w\",\"max\":1}")).hasSize(1);
  }

  @Test
  void problems_nameTheValueAndWhatIsExpected() {
    Reply reply =
        server.post(QUEUES + "bad/take", "{\"consumer\":7,\"max\":1000}", server.credential());
    assertThat(reply.json().getString("detail"))
        .contains("consumer: 7 (expected: a text of 1 to 1024 characters)")
        .contains("max: 1000 (expected: a whole number from 1 to 100)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "ack; {}",
        "ack; {\"tickets\":[]}",
        "ack; {\"tickets\":\"1\"}",
        "ack; {\"tickets\":[1]}",
        "ack; {\"tickets\":[\"1\"],\"reason\":\"x\"}",
        "retry; {\"tickets\":[\"1\"],\"reason\":1}",
        "retry; {\"tickets\":[\"1\"],\"afterMs\":-1}",
        "retry; {\"tickets\":[\"1\"],\"consumer\":\"\"}",
        "retry; {\"tickets\":[null]}"
      })
  void malformedEnding_isRefused(String operation, String body) {
    BadRequestTest.assertProblem(
        server.post(QUEUES + "bad/" + operation, body, server.credential()), 400);
  }

  @ParameterizedTest
  @CsvSource({
    "s, POST, 405",
    "s/dead, POST, 405",
    "s/take, GET, 405",
    "s/ack, DELETE, 405",
    "s/retry, PUT, 405",
    "s/, GET, 404",
    "s/more, GET, 404",
    "s/take/more, POST, 404",
    "'', GET, 400",
    "%FF, GET, 400",
    "%00, GET, 400"
  })
  void otherPathsAndMethods_areRefused(String path, String method, int status) {
    Reply reply =
        server.send(
            server
                .request(QUEUES + path, server.credential())
                .method(method, BodyPublishers.ofString("{}")));
    BadRequestTest.assertProblem(reply, status);
  }

  @Test
  void queue_withoutAnAdministratorsCredential_isClosed() {
    String ticket = queue("closed");
    for (String operation : List.of("take", "ack", "retry")) {
      Reply reply = server.post(QUEUES + "closed/" + operation, tickets(ticket).encode());
      BadRequestTest.assertProblem(reply, 401);
      assertThat(reply.header("WWW-Authenticate")).isEqualTo("Bearer");
    }
    BadRequestTest.assertProblem(server.get(QUEUES + "closed"), 401);
    BadRequestTest.assertProblem(server.get(QUEUES + "closed/dead"), 401);
    assertThat(status("closed").getLong("length")).isEqualTo(1);
  }

  @Test
  void queueWork_isInTheAuditTrailAtOnce() {
    String ticket = queue("audited");
    take("audited");
    post("audited", "ack", tickets(ticket));

    Await.until(
        "both in the audit trail",
        () ->
            server
                .admin("GET", "/api/v1/audit?actor=admin", "")
                .json()
                .getJsonArray("entries")
                .stream()
                .map(JsonObject.class::cast)
                .filter(entry -> "audited".equals(entry.getString("target")))
                .map(entry -> entry.getString("action") + ", " + entry.getString("detail"))
                .toList()
                .containsAll(List.of("queue-take, 1 request", "queue-ack, 1 request")));
  }

  @Test
  void adminPort_servesTheSameQueues() {
    String ticket = queue("both");
    assertThat(server.admin("GET", QUEUES + "both", "").json().getInteger("length")).isEqualTo(1);

    Reply taken = server.admin("POST", QUEUES + "both/take", "{\"consumer\":\"w1\"}");
    assertThat(taken.json().getJsonArray("items").getJsonObject(0).getString("ticket"))
        .isEqualTo(ticket);
    assertThat(take("both")).as("taken at the other port").isEmpty();
    String tickets = "{\"tickets\":[\"" + ticket + "\"]}";
    Reply returned = server.admin("POST", QUEUES + "both/retry", tickets);
    assertThat(returned.json().getJsonArray("returned")).containsExactly(ticket);
    assertThat(take("both")).hasSize(1);
    Reply acknowledged = server.admin("POST", QUEUES + "both/ack", tickets);

    assertThat(acknowledged.json().getJsonArray("acknowledged")).containsExactly(ticket);
    assertThat(server.admin("GET", QUEUES + "both", "").json().getInteger("length")).isZero();
    assertThat(server.admin("GET", QUEUES + "both/dead", "").json().getJsonArray("items"))
        .isEmpty();
    Reply invalid = server.admin("POST", QUEUES + "both/take", "{\"consumer\":\"\"}");
    assertThat(invalid.status()).isEqualTo(400);
    assertThat(invalid.json().getString("detail")).contains("consumer");
  }
}
