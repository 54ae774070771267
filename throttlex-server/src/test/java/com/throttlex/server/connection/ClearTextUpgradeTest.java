package com.throttlex.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.proxy.RawUpstream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The upgrade to HTTP/2 without TLS, on every HTTP port. */
class ClearTextUpgradeTest {
  private static final String UPGRADE =
      "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
  private static final int SWITCHING = 101;

  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.polite();
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            "    - {id: app, upstreams: [%s]}\n".formatted(upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
  }

  private static List<Integer> ports() {
    return List.of(server.port(), server.adminPort(), server.proxyPort());
  }

  @Test
  void upgrade_ofARequestWithoutABody_isDone() throws IOException {
    for (int port : ports()) {
      try (RawHttp client = new RawHttp(port)) {
        client.send("GET / HTTP/1.1\r\nHost: x\r\n" + UPGRADE + "\r\n");
        assertThat(client.answer().status()).isEqualTo(SWITCHING);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST / HTTP/1.1|Host: x|Content-Length: 2||{}",
        "POST / HTTP/1.1|Host: x|Transfer-Encoding: chunked||2|{}|0||",
        "POST / HTTP/1.1|Host: x|Content-Length: 2|Content-Length: 2||{}",
        "POST / HTTP/1.1|Host: x|Content-Length: 2|Transfer-Encoding: chunked||0||",
        "GET / HTTP/1.1|Host: x|Host: y||",
        "GET / HTTP/1.1|Host: x|Connection: X-A||",
        "GET / HTTP/1.1|X A: b||",
        "GET / HTTP/1.0|Host: x||"
      })
  void upgrade_ofARequestWithABodyOrAnUnclearHead_isIgnored(String text) throws IOException {
    int line = text.indexOf('|') + 1;
    String request =
        text.substring(0, line).replace("|", "\r\n")
            + UPGRADE
            + text.substring(line).replace("|", "\r\n");
    for (int port : ports()) {
      try (RawHttp client = new RawHttp(port)) {
        assertThat(client.send(request).answer().status()).isBetween(200, 499);
      }
    }
  }
}
