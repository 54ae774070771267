package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.TestCertificate;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.programs.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** curl as a client of HTTP/2: without TLS by prior knowledge and by upgrade, and with TLS. */
@NeedsProgram("curl")
class ProxyCurlTest {
  private static final int LARGE = 5_000_000;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: few, match: {endpoint: /few}, key: [global], limits: 1/1h}
      """;

  @TempDir Path folder;
  private JdkUpstream upstream;

  @BeforeEach
  void start() throws IOException {
    upstream =
        JdkUpstream.start(
            exchange -> {
              int body = exchange.getRequestBody().readAllBytes().length;
              String path = exchange.getRequestURI().getPath();
              JdkUpstream.answer(
                  exchange, 200, path.equals("/large") ? "x".repeat(LARGE) : "got " + body);
            });
  }

  @AfterEach
  void stop() {
    upstream.close();
  }

  private RunningServer proxy(String more) throws IOException {
    return RunningServer.startProxy(
        folder, RULES, "    - {id: app, upstreams: [%s]}\n".formatted(upstream.url()) + more);
  }

  /** Returns what curl prints: the body, and then version, status and size of the answer. */
  private String curl(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Programs.here().path("curl").toString());
    command.addAll(
        List.of("-sS", "-m", "30", "-w", "%{http_version} %{http_code} %{size_download}"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  @Test
  void curl_withoutTls_isServedOverHttp2() throws Exception {
    String file = Files.writeString(folder.resolve("body"), "x".repeat(LARGE)).toString();
    try (RunningServer server = proxy("")) {
      String url = "http://127.0.0.1:" + server.proxyPort();
      for (String version : List.of("--http2", "--http2-prior-knowledge")) {
        assertThat(curl(version, url + "/")).isEqualTo("got 02 200 5");
      }
      String prior = "--http2-prior-knowledge";
      assertThat(curl(prior, "--data-binary", "@" + file, url + "/"))
          .isEqualTo("got " + LARGE + "2 200 11");
      assertThat(curl(prior, "-o", folder.resolve("out").toString(), url + "/large"))
          .isEqualTo("2 200 " + LARGE);
      assertThat(curl(prior, "-I", url + "/")).contains("HTTP/2 200", "via: 1.1 throttlex");
      assertThat(curl(prior, url + "/few")).endsWith("2 200 5");
      assertThat(curl(prior, url + "/few")).contains("\"status\":429").contains("}2 429 ");
    }
  }

  @Test
  void curl_withTls_isServedOverHttp2() throws Exception {
    TestCertificate.make(folder, "door");
    try (RunningServer server =
        proxy("server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}\n")) {
      String url = "https://localhost:" + server.proxyPort() + "/";
      assertThat(curl("--cacert", folder.resolve("door-cert.pem").toString(), url))
          .isEqualTo("got 02 200 5");
    }
  }
}
