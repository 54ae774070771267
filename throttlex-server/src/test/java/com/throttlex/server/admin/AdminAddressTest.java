package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The addresses that may use the admin port, and that wrong credentials are counted under. */
class AdminAddressTest {
  private static final String RULES = "version: 1\nrules: []\n";

  @TempDir Path folder;

  private static int get(int port, String from, String path, String... headers) throws IOException {
    StringBuilder head = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: x\r\n");
    for (String header : headers) {
      head.append(header).append("\r\n");
    }
    try (RawHttp raw = RawHttp.from(from, port)) {
      return raw.send(head.append("\r\n").toString()).answer().status();
    }
  }

  @Test
  void adminPort_withAllowedNetworks_isForbiddenToOthers() throws IOException {
    String settings = "admin: {allow: [127.0.0.2/32, 192.0.2.0/24]}\n";
    try (RunningServer server = RunningServer.start(folder, RULES, settings)) {
      int port = server.adminPort();
      String credential = String.join(": ", server.credential());
      for (String path :
          new String[] {"/health", "/metrics", "/api/v1/rules", "/nothing", "/", "/assets/x"}) {
        assertThat(get(port, "127.0.0.1", path, credential)).as(path).isEqualTo(403);
        assertThat(get(port, "127.0.0.1", path, credential, "X-Forwarded-For: 127.0.0.2"))
            .as("a forged header")
            .isEqualTo(403);
      }
      assertThat(get(port, "127.0.0.2", "/health")).isEqualTo(200);
      assertThat(get(port, "127.0.0.2", "/")).isEqualTo(200);
      assertThat(get(port, "127.0.0.2", "/api/v1/rules", credential)).isEqualTo(200);
      assertThat(get(port, "127.0.0.2", "/api/v1/rules")).isEqualTo(401);
      assertThat(get(server.port(), "127.0.0.1", "/healthcheck")).isEqualTo(200);
    }
  }

  @Test
  void adminPort_behindATrustedProxy_judgesTheForwardedAddress() throws IOException {
    String settings =
        "identity: {trusted-proxies: [127.0.0.3]}\nadmin: {allow: [192.0.2.0/24, '2001:db8::/32']}\n";
    try (RunningServer server = RunningServer.start(folder, RULES, settings)) {
      int port = server.adminPort();
      assertThat(get(port, "127.0.0.3", "/health", "X-Forwarded-For: 192.0.2.7")).isEqualTo(200);
      assertThat(get(port, "127.0.0.3", "/health", "X-Forwarded-For: 2001:db8::1")).isEqualTo(200);
      assertThat(get(port, "127.0.0.3", "/health", "X-Forwarded-For: 192.0.3.7")).isEqualTo(403);
      assertThat(get(port, "127.0.0.3", "/health")).isEqualTo(403);
      assertThat(get(port, "127.0.0.1", "/health", "X-Forwarded-For: 192.0.2.7")).isEqualTo(403);
    }
  }

  @Test
  void adminPort_behindATrustedProxyThatIsAllowed_isForbiddenWhenHeadersAreUncertain()
      throws IOException {
    String settings = "identity: {trusted-proxies: [127.0.0.3]}\nadmin: {allow: [127.0.0.0/8]}\n";
    try (RunningServer server = RunningServer.start(folder, RULES, settings)) {
      int port = server.adminPort();
      String client = "X-Forwarded-For: 203.0.113.9";
      assertThat(get(port, "127.0.0.3", "/health")).as("the proxy itself").isEqualTo(200);
      assertThat(get(port, "127.0.0.3", "/health", client)).isEqualTo(403);
      for (String header :
          new String[] {"Forwarded: x", "Forwarded: for=127.0.0.1", "Forwarded: for=1.2.3.4"}) {
        assertThat(get(port, "127.0.0.3", "/health", client, header)).as(header).isEqualTo(403);
      }
      for (String broken : new String[] {"203.0.113.9, garbage", "203.0.113.9,", "x"}) {
        assertThat(get(port, "127.0.0.3", "/health", "X-Forwarded-For: " + broken))
            .as(broken)
            .isEqualTo(403);
      }
    }
  }

  @Test
  void wrongCredentials_countForTheRealAddress() throws IOException {
    String settings = "identity: {trusted-proxies: [127.0.0.3]}\n";
    try (RunningServer server = RunningServer.start(folder, RULES, settings)) {
      int port = server.adminPort();
      String wrong = "Authorization: Bearer wrong-token-0123456789";
      for (int i = 0; i < 10; i++) {
        assertThat(get(port, "127.0.0.1", "/api/v1/rules", wrong, "X-Forwarded-For: 10.0.0." + i))
            .isEqualTo(401);
      }
      assertThat(get(port, "127.0.0.1", "/api/v1/rules", wrong, "X-Forwarded-For: 10.0.0.99"))
          .as("a forged header gives no new attempts")
          .isEqualTo(429);
      assertThat(get(port, "127.0.0.3", "/api/v1/rules", wrong, "X-Forwarded-For: 10.0.0.1"))
          .as("another client behind a proxy")
          .isEqualTo(401);
      assertThat(get(server.port(), "127.0.0.1", "/api/v1/queue/q", wrong))
          .as("all doors count together")
          .isEqualTo(429);
      assertThat(server.metric("throttlex_credentials_wrong_total")).isEqualTo(13);
    }
  }
}
