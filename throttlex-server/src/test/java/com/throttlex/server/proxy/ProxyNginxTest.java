package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.gateways.NginxServer;
import com.throttlex.tck.programs.NeedsProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real nginx as upstream: files, ranges and conditional requests. */
@NeedsProgram("nginx")
class ProxyNginxTest {
  @TempDir static Path folder;
  private static NginxServer nginx;
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    nginx = NginxServer.start(folder, "", "");
    Files.writeString(nginx.file("a.txt"), "0123456789");
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            "    - {id: app, upstreams: [\"%s\"]}\n".formatted(nginx.url()));
  }

  @AfterAll
  static void stop() {
    server.close();
    nginx.close();
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
