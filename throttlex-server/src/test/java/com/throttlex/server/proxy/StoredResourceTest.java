package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer.Reply;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The resource of a stored request: its states, cancelling, unknown tickets, spellings of its path.
 */
class StoredResourceTest {
  @TempDir static Path folder;
  private static StoredProxy proxy;

  @BeforeAll
  static void start() throws IOException {
    proxy = StoredProxy.start(folder);
  }

  @AfterAll
  static void stop() {
    proxy.close();
  }

  @Test
  void waitingRequest_whenCancelled_isUnknownAndNeverSent() {
    proxy.async("/hour/x", "cancels", "0");
    String location = proxy.stored("/hour/x", "cancels", "1");
    Reply waiting = proxy.get(location);
    assertThat(waiting.status()).isEqualTo(200);
    assertThat(waiting.header("X-ThrottleX-State")).isEqualTo("waiting");
    assertThat(waiting.json().getLong("deadline"))
        .isGreaterThan(System.currentTimeMillis() / 1000 + 3000);

    assertThat(proxy.delete(location).status()).isEqualTo(204);

    assertThat(proxy.get(location).status()).isEqualTo(404);
    assertThat(proxy.delete(location).status()).isEqualTo(404);
    assertThat(proxy.sent("cancels")).isEmpty();
  }

  @Test
  void answeredRequest_cannotBeCancelled() {
    proxy.async("/slow/x", "late", "0");
    String location = proxy.stored("/slow/x", "late", "1");
    proxy.answered(location);

    Reply reply = proxy.delete(location);

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().getString("detail"))
        .isEqualTo("state: answered (expected: waiting, to be cancelled)");
    assertThat(proxy.get(location).body()).as("still kept").isEqualTo("done 1");
  }

  @Test
  void resource_withAnUnknownTicketOrAnotherMethod_isRefused() {
    proxy.async("/hour/x", "guess", "0");
    String location = proxy.stored("/hour/x", "guess", "1");
    String other = location.substring(0, location.length() - 8) + "00000000";

    assertThat(proxy.get(other).status()).isEqualTo(404);
    assertThat(proxy.get("/throttlex/requests/x").status()).isEqualTo(404);
    assertThat(proxy.get("/throttlex/requests/" + "0".repeat(48)).status()).isEqualTo(404);
    Reply posted = proxy.post(location, "guess", BodyPublishers.ofString("x"));
    assertThat(posted.status()).isEqualTo(405);
    assertThat(posted.header("Allow")).isEqualTo("GET, DELETE");
  }

  @Test
  void resource_inAnySpellingOfItsPath_isNotForwarded() throws IOException {
    proxy.async("/hour/x", "spelled", "0");
    String location = proxy.stored("/hour/x", "spelled", "1");
    int before = proxy.upstream().seen().size();
    for (String path :
        List.of(
            "/" + location,
            "/x/.." + location,
            location.replace("/throttlex", "/%74hrottlex"),
            location.replace("/throttlex", "/THROTTLEX;a=b"),
            location + ";a=b?c=d")) {
      try (RawHttp client = new RawHttp(proxy.server().proxyPort())) {
        client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(client.answer().headers())
            .as(path)
            .containsEntry("x-throttlex-state", "waiting");
      }
    }
    assertThat(proxy.get("/throttlex/requests/").status()).isEqualTo(404);
    assertThat(proxy.upstream().seen()).hasSize(before);
  }

  /** One answer is no answer at all, and one has a header that would add another one. */
  @ParameterizedTest
  @ValueSource(strings = {"damaged", "X-A: b\r\nX-Injected: 1"})
  void answer_changedInTheDatabase_isNeverSent(String change) throws Exception {
    String key = "changed" + change.length();
    proxy.async("/slow/x", key, "0");
    String location = proxy.stored("/slow/x", key, "1");
    proxy.answered(location);
    String[] header = change.split(": ", 2);
    byte[] head =
        new JsonObject()
            .put("status", 200)
            .put("length", 0)
            .put("headers", JsonArray.of((Object[]) header))
            .toBuffer()
            .getBytes();
    change(
        StoredProxy.ticket(location),
        header.length == 1
            ? change.getBytes(StandardCharsets.UTF_8)
            : Buffer.buffer().appendInt(head.length).appendBytes(head).getBytes());

    Reply reply = proxy.get(location);

    assertThat(reply.status()).isEqualTo(500);
    assertThat(reply.header("X-Injected")).isNull();
  }

  private static void change(String ticket, byte[] answer) throws SQLException {
    String url = "jdbc:sqlite:" + folder.resolve("data").resolve("throttlex.db");
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement update =
            connection.prepareStatement(
                "update throttlex_stored set content = ? where ticket = ?")) {
      update.setBytes(1, answer);
      update.setString(2, ticket);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }
}
