package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A WebSocket holds its concurrency slot until it ends; then a request that waits gets it. */
class WebSocketSlotTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: one, key: [global], limits: 1/5m, algorithm: concurrency, on-exceed: {queue: 1m}}
      """;

  @TempDir static Path folder;
  private static Vertx vertx;
  private static HttpServer upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    vertx = Vertx.vertx();
    AtomicReference<HttpConnection> connection = new AtomicReference<>();
    upstream =
        vertx
            .createHttpServer()
            .connectionHandler(connection::set)
            .webSocketHandler(
                socket ->
                    socket.textMessageHandler(
                        text -> {
                          if (text.equals("end")) {
                            socket.close();
                          } else if (text.equals("abort")) {
                            connection.get().close();
                          }
                        }))
            .requestHandler(request -> request.response().end("hi"))
            .listen(0, "127.0.0.1")
            .await();
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            "    - {id: app, upstreams: [\"http://127.0.0.1:" + upstream.actualPort() + "\"]}\n");
  }

  @AfterAll
  static void stop() {
    server.close();
    vertx.close().await();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"client closes", "client aborts", "application closes", "application aborts"})
  void slotOfAWebSocket_whenItEnds_goesToTheRequestThatWaits(String end) {
    WebSocket socket =
        server
            .client()
            .newWebSocketBuilder()
            .buildAsync(
                URI.create("ws://127.0.0.1:" + server.proxyPort() + "/ws"),
                new WebSocket.Listener() {})
            .join();
    CompletableFuture<Reply> waits =
        server
            .client()
            .sendAsync(
                RunningServer.request(server.proxyPort(), "/").build(),
                HttpResponse.BodyHandlers.ofString())
            .thenApply(Reply::of);
    Await.until("a request waits", () -> server.metric("throttlex_proxy_waiting") == 1);

    switch (end) {
      case "client closes" -> socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
      case "client aborts" -> socket.abort();
      case "application closes" -> socket.sendText("end", true).join();
      default -> socket.sendText("abort", true).join();
    }
    assertThat(waits.join().status()).isEqualTo(200);
    socket.abort();
  }

  @ParameterizedTest
  @CsvSource({
    "1.1, 'Connection: keep-alive, Upgrade', 101",
    "1.1, 'Connection: upgrade', 101",
    "1.1, 'Connection: keep-alive', 200",
    "1.1, 'X-A: b', 200",
    "1.0, 'Connection: Upgrade', 200"
  })
  void upgrade_isOneOnlyWithItsConnectionHeaderInHttp11(String version, String header, int status)
      throws IOException {
    for (int i = 0; i < 2; i++) { // the second needs the slot of the first
      try (RawHttp client = new RawHttp(server.proxyPort())) {
        client.send("GET /ws HTTP/" + version + "\r\nHost: x\r\nUpgrade: websocket\r\n" + header);
        client.send("\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n");
        client.send("Sec-WebSocket-Version: 13\r\n\r\n");
        assertThat(client.answer().status()).isEqualTo(status);
      }
    }
  }
}
