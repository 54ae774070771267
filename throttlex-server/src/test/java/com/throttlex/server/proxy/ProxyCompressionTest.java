package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Compression of a WebSocket, on which client and upstream agree; the proxy takes no part. */
@Timeout(30)
class ProxyCompressionTest {
  private static final String RULES = "version: 1\ndefault-rule: none\nrules: []\n";

  /** A text frame that claims to be compressed, with bytes that no decompressor takes. */
  private static final byte[] FRAME = {(byte) 0xc1, 3, (byte) 0xff, (byte) 0xff, (byte) 0xff};

  @TempDir Path folder;

  @Test
  void webSocket_whoseUpstreamRefusesCompression_isUncompressedAndPassesUnchanged()
      throws Exception {
    try (ServerSocket app = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        RunningServer server =
            RunningServer.startProxy(
                folder,
                RULES,
                "    - {id: app, upstreams: [\"http://127.0.0.1:" + app.getLocalPort() + "\"]}\n");
        Socket client = new Socket(InetAddress.getLoopbackAddress(), server.proxyPort())) {
      CompletableFuture<String> offered = CompletableFuture.supplyAsync(() -> echo(app));
      write(
          client,
          """
          GET /chat HTTP/1.1
          Host: a
          Connection: Upgrade
          Upgrade: websocket
          Sec-WebSocket-Version: 13
          Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
          Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits

          """);

      String head = head(client.getInputStream());
      assertThat(head).startsWith("HTTP/1.1 101").doesNotContainIgnoringCase("extensions");
      client.getOutputStream().write(FRAME);
      client.getOutputStream().flush();
      assertThat(client.getInputStream().readNBytes(FRAME.length)).isEqualTo(FRAME);
      client.shutdownOutput();
      assertThat(offered.get())
          .containsIgnoringCase("extensions: permessage-deflate; client_max_window_bits");
    }
  }

  /** Accepts one WebSocket without extensions and returns its bytes; returns its request. */
  private static String echo(ServerSocket app) {
    try (Socket connection = app.accept()) {
      String request = head(connection.getInputStream());
      write(
          connection,
          """
          HTTP/1.1 101 Switching Protocols
          Connection: Upgrade
          Upgrade: websocket
          Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=

          """);
      connection.getInputStream().transferTo(connection.getOutputStream());
      return request;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void write(Socket to, String text) throws IOException {
    to.getOutputStream().write(text.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
    to.getOutputStream().flush();
  }

  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int read = in.read();
      assertThat(read).as("end of %s", head).isNotNegative();
      head.append((char) read);
    }
    return head.toString();
  }
}
