package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that wait when the proxy ends: their answers come before the end of their connection.
 *
 * <p>The tests read bytes and frames. Java's own client fails the streams of HTTP/2 whose answers
 * it has not read yet when it sees a GOAWAY frame.
 */
class HeldShutdownTest {
  private static final int WAITING = 6;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int GO_AWAY = 7;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slow, key: [global], limits: 1/1h, on-exceed: {queue: 1m}}
      """;

  @TempDir Path folder;
  private JdkUpstream upstream;
  private RunningServer server;

  @BeforeEach
  void start() throws IOException {
    upstream = JdkUpstream.saying("done");
    server =
        RunningServer.startProxy(
            folder, RULES, "    - {id: app, upstreams: [\"%s\"]}%n".formatted(upstream.url()));
    server.send(RunningServer.request(server.proxyPort(), "/")); // takes the only unit
  }

  @AfterEach
  void stop() {
    server.close();
    upstream.close();
  }

  private void awaitWaiting(int count) {
    Await.until(
        () -> "waiting: " + server.metric("throttlex_proxy_waiting"),
        () -> server.metric("throttlex_proxy_waiting") == count);
  }

  @Test
  void requestsThatWait_whenTheServiceEnds_get503() throws IOException {
    List<RawHttp> clients = new ArrayList<>();
    for (int i = 1; i <= WAITING; i++) {
      clients.add(new RawHttp(server.proxyPort()).send("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
      awaitWaiting(i);
    }

    server.close();

    for (RawHttp client : clients) {
      RawHttp.Answer answer = client.answer();
      assertThat(answer.status()).isEqualTo(503);
      assertThat(answer.headers()).containsEntry("retry-after", "1");
      assertThat(answer.body()).contains("The proxy is shutting down.");
      assertThat(client.isClosed()).isTrue();
      client.close();
    }
    assertThat(upstream.seen()).hasSize(1);
  }

  @Test
  void streamsThatWait_whenTheServiceEnds_areAnsweredBeforeGoAway() throws IOException {
    try (Socket client = new Socket(InetAddress.getLoopbackAddress(), server.proxyPort())) {
      client.setSoTimeout(30_000);
      client.getOutputStream().write(ascii("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
      client.getOutputStream().write(frame(SETTINGS, 0, 0, new byte[0]));
      List<Integer> streams = new ArrayList<>();
      for (int i = 1; i <= WAITING; i++) {
        int stream = 2 * i - 1;
        client
            .getOutputStream()
            .write(frame(HEADERS, END_STREAM | END_HEADERS, stream, requestHead()));
        streams.add(stream);
        awaitWaiting(i);
      }

      server.close();

      assertThat(answeredBeforeGoAway(new DataInputStream(client.getInputStream())))
          .containsExactlyInAnyOrderElementsOf(streams);
    }
    assertThat(upstream.seen()).hasSize(1);
  }

  /** Returns the streams that ended before the GOAWAY frame. */
  private static List<Integer> answeredBeforeGoAway(DataInputStream in) throws IOException {
    List<Integer> ended = new ArrayList<>();
    while (true) {
      int length;
      try {
        length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
      } catch (EOFException e) {
        throw new AssertionError("no GOAWAY frame; streams that ended: " + ended, e);
      }
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      int stream = in.readInt();
      in.readFully(new byte[length]);
      if (type == GO_AWAY) {
        return ended;
      } else if (type <= HEADERS && (flags & END_STREAM) != 0) { // of DATA or HEADERS
        ended.add(stream);
      }
    }
  }

  private static byte[] requestHead() throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    String[] headers = {":method", "GET", ":scheme", "http", ":authority", "x", ":path", "/"};
    for (int i = 0; i < headers.length; i += 2) {
      head.write(0); // a literal without indexing
      head.write(headers[i].length());
      head.write(ascii(headers[i]));
      head.write(headers[i + 1].length());
      head.write(ascii(headers[i + 1]));
    }
    return head.toByteArray();
  }

  private static byte[] frame(int type, int flags, int stream, byte[] payload) throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(new byte[] {0, (byte) (payload.length >> 8), (byte) payload.length});
    frame.write(new byte[] {(byte) type, (byte) flags, 0, 0, 0, (byte) stream});
    frame.write(payload);
    return frame.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
