package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of HTTP/2 that would be other requests in HTTP/1.1. */
class ProxyHttp2AttackTest {
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RESET = 3;
  private static final int SETTINGS = 4;
  private static final int GO_AWAY = 7;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;

  /** The first byte of an answer's headers, from HPACK's static table. */
  private static final int STATUS_200 = 0x88;

  private static final int STATUS_400 = 0x8c;

  @TempDir static Path folder;
  private static RawUpstream upstream;
  private static JdkUpstream reader;
  private static RawUpstream flaky;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = RawUpstream.polite();
    reader = JdkUpstream.saying("read");
    flaky = RawUpstream.start(ProxyHttp2AttackTest::failFirst);
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            """
                - {id: reader, match: {path: /read}, upstreams: [%s]}
                - {id: flaky, match: {path: /flaky}, upstreams: [%s]}
                - {id: app, upstreams: [%s]}
            """
                .formatted(reader.url(), flaky.url(), upstream.url()));
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
    upstream.close();
    reader.close();
    flaky.close();
  }

  /** Closes the connection of each odd request, and answers each even one. */
  private static void failFirst(RawUpstream self, Socket connection) throws IOException {
    self.head(connection);
    if (self.heads().size() % 2 == 0) {
      RawUpstream.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
    }
    connection.close();
  }

  @Test
  void requestWithoutABody_whoseConnectionFails_isTriedOnceMore() throws IOException {
    assertThat(answer(request("GET", "/flaky"), null)).isEqualTo(STATUS_200);
    assertThat(flaky.heads()).hasSize(2);
    assertThat(answer(request("PUT", "/flaky"), "body")).isNotEqualTo(STATUS_200);
    assertThat(flaky.heads()).hasSize(3);
  }

  private static byte[] head(List<String[]> headers) throws IOException {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    for (String[] header : headers) {
      head.write(0); // a literal without indexing
      for (String part : header) {
        byte[] bytes = part.getBytes(StandardCharsets.ISO_8859_1);
        head.write(bytes.length);
        head.write(bytes);
      }
    }
    return head.toByteArray();
  }

  private static void frame(OutputStream out, int type, int flags, int stream, byte[] payload)
      throws IOException {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(new byte[] {0, (byte) (payload.length >> 8), (byte) payload.length});
    frame.write(new byte[] {(byte) type, (byte) flags, 0, 0, 0, (byte) stream});
    frame.write(payload);
    out.write(frame.toByteArray());
  }

  private static List<String[]> request(String method, String path, String... more) {
    List<String[]> headers = new ArrayList<>();
    headers.add(new String[] {":method", method});
    headers.add(new String[] {":scheme", "http"});
    headers.add(new String[] {":authority", "x"});
    headers.add(new String[] {":path", path});
    for (int i = 0; i < more.length; i += 2) {
      headers.add(new String[] {more[i], more[i + 1]});
    }
    return headers;
  }

  /** Returns the first byte of the answer's headers; 0 if the stream or connection was ended. */
  private static int answer(List<String[]> headers, String body) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.proxyPort())) {
      socket.setSoTimeout(30_000);
      OutputStream out = socket.getOutputStream();
      out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
      frame(out, SETTINGS, 0, 0, new byte[0]);
      int flags = END_HEADERS | (body == null ? END_STREAM : 0);
      frame(out, HEADERS, flags, 1, head(headers));
      if (body != null) {
        frame(out, DATA, END_STREAM, 1, body.getBytes(StandardCharsets.ISO_8859_1));
      }
      return first(new DataInputStream(socket.getInputStream()));
    } catch (EOFException | SocketException ended) {
      return 0;
    }
  }

  private static int first(DataInputStream in) throws IOException {
    while (true) {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      in.readInt();
      byte[] payload = in.readNBytes(length);
      if (type == HEADERS) {
        return payload[(flags & PRIORITY) == 0 ? 0 : PRIORITY_BYTES] & 0xff;
      } else if (type == RESET || type == GO_AWAY) {
        return 0;
      }
    }
  }

  @Test
  void request_thatIsClear_isForwarded() throws IOException {
    assertThat(answer(request("GET", "/a"), null)).isEqualTo(STATUS_200);
    assertThat(answer(request("GET", "/a", "host", "x"), null)).isEqualTo(STATUS_200);
    assertThat(answer(request("POST", "/read", "content-length", "3"), "abc"))
        .isEqualTo(STATUS_200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "transfer-encoding|chunked",
        "connection|close",
        "upgrade|websocket",
        "proxy-connection|close",
        "x-a|b\r\nx-b: c",
        "x-a|b\u0000c",
        "x a|b",
        "x:a|b",
        "X-Upper|b",
        "host|other",
        "content-length|-1",
        "content-length|1, 1",
        ":path|/other",
        ":unknown|x",
        "authorization|a|authorization|b"
      })
  void header_thatHttp1WouldReadDifferently_isNotForwarded(String header) throws IOException {
    int before = upstream.heads().size();

    assertThat(answer(request("GET", "/a", header.split("\\|", -1)), null)).isIn(0, STATUS_400);

    assertThat(upstream.heads()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a b", "/a\r\nHost: y", "a", "*", "http://y/", "/a#b", "/%2e%2e/a"})
  void path_thatHttp1WouldReadDifferently_isNotForwarded(String path) throws IOException {
    int before = upstream.heads().size();

    assertThat(answer(request("GET", path), null)).isIn(0, STATUS_400);

    assertThat(upstream.heads()).hasSize(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ab", "abcGET / HTTP/1.1"})
  void body_ofAnotherLengthThanDeclared_isNeverACompleteRequest(String body) throws IOException {
    assertThat(answer(request("POST", "/read", "content-length", "3"), body)).isIn(0, STATUS_400);
  }
}
