package com.throttlex.server.proxy;

import static com.throttlex.server.proxy.RawHttp2.DATA;
import static com.throttlex.server.proxy.RawHttp2.PING;
import static com.throttlex.server.proxy.RawHttp2.RESET;
import static com.throttlex.server.proxy.RawHttp2.SETTINGS;
import static com.throttlex.server.proxy.RawUpstream.write;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Clients that break off: nothing that they do writes a stack trace to the log. */
class ProxyBreakOffTest {
  private static final byte[] WINDOW_OF_10 = {0, 4, 0, 0, 0, 10};
  private static final byte[] CANCEL = {0, 0, 0, 8};

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  private RawUpstream upstream;
  private RunningServer server;

  @BeforeEach
  void start(@TempDir Path folder) throws IOException {
    upstream = RawUpstream.start(ProxyBreakOffTest::serve);
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            "    - {id: app, upstreams: [%s]}\n".formatted(upstream.url()));
    log.start();
    root.addAppender(log);
  }

  @AfterEach
  void stop() throws IOException {
    root.detachAppender(log);
    server.close();
    upstream.close();
  }

  /** Answers with a body of 100 bytes and a trailer. */
  private static void serve(RawUpstream self, Socket connection) throws IOException {
    while (!self.head(connection).isEmpty()) {
      write(connection, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
      write(connection, "64\r\n" + "x".repeat(100) + "\r\n0\r\nX-End: yes\r\n\r\n");
    }
  }

  /** Reads the bytes of an answer that the window permits; its trailer has to wait. */
  private RawHttp2 inTheMiddle() throws IOException {
    RawHttp2 client = RawHttp2.connect(server.proxyPort());
    client.frame(SETTINGS, 0, 0, WINDOW_OF_10);
    client.headers(1, RawHttp2.request("GET", "/"), true);
    client.until(DATA);
    return client;
  }

  @Test
  void stream_thatIsResetBeforeItsTrailers_logsNoStackTrace() throws IOException {
    try (RawHttp2 client = inTheMiddle()) {
      client.frame(RESET, 0, 1, CANCEL);
      client.frame(PING, 0, 0, new byte[8]);
      client.until(PING);
    }
    assertNoStackTrace();
  }

  @Test
  void connection_thatClosesBeforeTheTrailersOfItsStream_logsNoStackTrace() throws IOException {
    inTheMiddle().close();
    assertNoStackTrace();
  }

  @Test
  void answerOfUnknownLength_toHttp10_logsNoStackTrace() throws IOException {
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      client.send("GET / HTTP/1.0\r\n\r\n");
      assertThat(client.answer().status()).isEqualTo(200);
    }
    assertNoStackTrace();
  }

  private void assertNoStackTrace() {
    Await.until(
        "all connections are closed", () -> server.metric("throttlex_proxy_connections") == 0);
    assertThat(List.copyOf(log.list)).allMatch(event -> event.getThrowableProxy() == null);
  }
}
