package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.TestCertificate;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** TLS in front of the proxy. */
class ProxyTlsTest {
  @TempDir static Path folder;
  private static JdkUpstream upstream;
  private static RunningServer server;
  private static SSLContext trusting;

  @BeforeAll
  static void start() throws Exception {
    trusting = TestCertificate.make(folder, "door").trusting(null);
    upstream = JdkUpstream.saying("hello");
    server =
        RunningServer.startProxy(
            folder,
            "version: 1\ndefault-rule: none\n",
            """
                - {id: app, upstreams: [%s]}
            server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}
            """
                .formatted(upstream.url()));
  }

  @AfterAll
  static void stop() {
    server.close();
    upstream.close();
  }

  private static HttpResponse<String> get(HttpClient.Version version, String path)
      throws Exception {
    URI uri = URI.create("https://localhost:" + server.proxyPort() + path);
    return HttpClient.newBuilder()
        .sslContext(trusting)
        .version(version)
        .build()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
  }

  @Test
  void client_overTls_isServedInBothVersions() throws Exception {
    for (HttpClient.Version version : HttpClient.Version.values()) {
      HttpResponse<String> answer = get(version, "/");
      assertThat(answer.body()).isEqualTo("hello");
      assertThat(answer.version()).isEqualTo(version);
      assertThat(upstream.last().header("X-forwarded-proto")).isEqualTo("https");
    }
  }
}
