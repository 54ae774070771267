package com.throttlex.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.gateways.Block;
import com.throttlex.server.gateways.GatewayProcess;
import com.throttlex.server.gateways.Recipes;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rule of docs/MIGRATION.md decides like the limit_req of a real nginx that it replaces. */
@NeedsProgram("nginx")
class LimitReqMigrationTest {
  private static final List<String> CLIENTS = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3");

  @TempDir Path folder;
  private @Nullable GatewayProcess nginx;

  @AfterEach
  void stop() {
    if (nginx != null) {
      nginx.close();
    }
  }

  private static String block(String language) {
    return Block.of(Recipes.text(Recipes.ROOT.resolve("docs/MIGRATION.md"))).stream()
        .filter(block -> block.language().equals(language) && block.name().equals("limit_req"))
        .findFirst()
        .orElseThrow()
        .text();
  }

  private void startNginx(int port) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("page"), "page");
    List<String> lines = block("nginx").lines().toList();
    Path config = folder.resolve("nginx.conf");
    Files.writeString(
        config,
        Recipes.nginxHere(
            """
            pid nginx.pid;
            events {}
            http {
              %s
              server {
                listen 127.0.0.1:%d;
                root %s;
                %s
              }
            }
            """
                .formatted(
                    lines.get(0),
                    port,
                    folder,
                    String.join("\n", lines.subList(1, lines.size())))));
    nginx = GatewayProcess.start(folder, port, Recipes.nginx(config));
  }

  private static int ofNginx(String address, int port) throws IOException {
    try (RawHttp raw = RawHttp.from(address, port)) {
      return raw.send("GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
          .answer()
          .status();
    }
  }

  /** The rate is so low that no unit comes back while the test runs. */
  @Test
  void rule_ofThePage_decidesLikeTheZoneOfThePage() throws Exception {
    int port = Ports.free();
    startNginx(port);
    try (RunningServer service =
        RunningServer.start(Files.createDirectory(folder.resolve("s")), block("yaml"))) {
      List<Integer> expected = new ArrayList<>();
      List<Integer> actual = new ArrayList<>();
      for (int i = 0; i < 30; i++) {
        String client = CLIENTS.get(i * i % CLIENTS.size());
        expected.add(ofNginx(client, port));
        actual.add(service.check("{\"ip\":\"" + client + "\"}").status());
      }

      assertThat(actual).isEqualTo(expected);
      assertThat(expected.stream().filter(status -> status == 200)).hasSize(2 * 6);
      assertThat(expected).contains(429);
    }
  }
}
