package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.programs.Programs;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real nginx as upstream: files, ranges and conditional requests. */
@NeedsProgram("nginx")
class ProxyNginxTest {
  @TempDir static Path folder;
  private static Process nginx;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    Files.writeString(
        Files.createDirectories(folder.resolve("files")).resolve("a.txt"), "0123456789");
    Files.writeString(
        folder.resolve("nginx.conf"),
        """
        pid nginx.pid;
        events {}
        http {
          access_log off;
          client_body_temp_path a; proxy_temp_path b; fastcgi_temp_path c;
          uwsgi_temp_path d; scgi_temp_path e;
          server { listen 127.0.0.1:%d; root files; }
        }
        """
            .formatted(port));
    nginx =
        new ProcessBuilder(
                List.of(
                    Programs.here().path("nginx").toString(),
                    "-p",
                    folder.toString(),
                    "-c",
                    folder.resolve("nginx.conf").toString(),
                    "-e",
                    "stderr",
                    "-g",
                    "daemon off;"))
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("nginx.log").toFile())
            .start();
    Await.until("nginx listens", () -> listens(port));
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            "    - {id: app, upstreams: [\"http://127.0.0.1:%d\"]}\n".formatted(port));
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
    nginx.destroy();
    nginx.waitFor();
  }

  private static Reply get(String path, String... headers) {
    return server.send(RunningServer.request(server.proxyPort(), path, headers));
  }

  @Test
  void file_isServedWholeInPartsAndConditionally() {
    Reply whole = get("/a.txt");
    assertThat(whole.body()).isEqualTo("0123456789");

    Reply part = get("/a.txt", "Range", "bytes=2-4");
    assertThat(part.status()).isEqualTo(206);
    assertThat(part.body()).isEqualTo("234");
    assertThat(part.header("Content-Range")).isEqualTo("bytes 2-4/10");

    Reply same = get("/a.txt", "If-None-Match", whole.header("ETag"));
    assertThat(same.status()).isEqualTo(304);
    assertThat(same.body()).isEmpty();

    Reply head =
        server.send(RunningServer.request(server.proxyPort(), "/a.txt").method("HEAD", none()));
    assertThat(head.header("Content-Length")).isEqualTo("10");
    assertThat(get("/b.txt").status()).isEqualTo(404);
  }

  private static java.net.http.HttpRequest.BodyPublisher none() {
    return java.net.http.HttpRequest.BodyPublishers.noBody();
  }
}
