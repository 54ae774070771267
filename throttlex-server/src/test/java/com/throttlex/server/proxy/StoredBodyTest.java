package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies of stored requests and of their answers, and their bounds. */
class StoredBodyTest {
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
  void body_ofAChunkedRequest_isStoredUpToTheLimitOfTheRoute() {
    proxy.async("/hour/x", "chunked", "0");
    byte[] fits = new byte[2 << 20];
    Arrays.fill(fits, (byte) 'b');
    byte[] large = new byte[(2 << 20) + 1];
    String[] prefer = {"Prefer", "respond-async"};

    Reply stored = proxy.stored(() -> proxy.post("/slow/x", "chunked", stream(fits), prefer));
    Reply refused = proxy.post("/hour/x", "chunked", stream(large), prefer);

    assertThat(refused.status()).isEqualTo(413);
    Reply answer =
        Await.answer(
            "the answer",
            () ->
                Optional.of(proxy.get(stored.header("Location")))
                    .filter(r -> "answered".equals(r.header("X-ThrottleX-State"))));
    assertThat(answer.json().getInteger("status")).isEqualTo(201);
    assertThat(proxy.sent("chunked").get(0).body()).hasSize(2 << 20);
  }

  @Test
  void body_thatStops_is408AndTheConnectionEnds() throws IOException {
    proxy.async("/hour/short", "stops", "0");
    String head =
        "POST /hour/short HTTP/1.1\r\nHost: x\r\nX-API-Key: stops\r\nPrefer: respond-async\r\n";
    try (RawHttp client = new RawHttp(proxy.server().proxyPort())) {
      RawHttp.Answer answer = client.send(head + "Content-Length: 100\r\n\r\nabc").answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(proxy.async("/hour/short", "stops", "1").status()).isEqualTo(202);
  }

  @Test
  void answer_tooLargeToBeKept_isDescribed() {
    proxy.async("/slow/x", "large", "0");
    String location = proxy.stored("/slow/x", "large", "large");

    Reply reply = proxy.answered(location);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("state")).isEqualTo("answered");
    assertThat(reply.json().getInteger("status")).isEqualTo(200);
    assertThat(reply.json().getLong("bodyBytes")).isEqualTo((1 << 20) + 1);
  }

  private static BodyPublisher stream(byte[] body) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
  }
}
