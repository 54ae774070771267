package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that no client gets another counter by a forged header or by another spelling. */
class SpoofTest {
  private static final int CLAIMS = 10_000;

  @TempDir static Path folder;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.start(folder, DoorRules.TEXT);
  }

  @AfterAll
  static void close() {
    server.close();
  }

  private static String claim(SplittableRandom random) {
    String ip = random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256) + ".7";
    return switch (random.nextInt(4)) {
      case 0 -> "X-Forwarded-For: " + ip;
      case 1 -> "X-Forwarded-For: " + ip + ", 127.0.0.1\r\nX-Forwarded-For: 10.0.0.1";
      case 2 -> "Forwarded: for=" + ip + "\r\nX-Real-IP: " + ip;
      default -> "X-Forwarded-For: 2001:db8:" + Integer.toHexString(random.nextInt(65536)) + "::1";
    };
  }

  @Test
  void forwardedAddress_fromAnUntrustedPeer_isIgnored() throws IOException {
    SplittableRandom random = new SplittableRandom(8);
    int passed = 0;
    try (RawHttp raw = server.raw()) {
      for (int i = 0; i < CLAIMS; i += 100) {
        StringBuilder pipeline = new StringBuilder();
        for (int j = 0; j < 100; j++) {
          pipeline
              .append("GET /api/v1/authorize HTTP/1.1\r\nHost: x\r\nX-Forwarded-Uri: /stranger\r\n")
              .append(claim(random))
              .append("\r\n\r\n");
        }
        raw.send(pipeline.toString());
        for (int j = 0; j < 100; j++) {
          int status = raw.answer().status();
          assertThat(status).isIn(200, 429);
          passed += status == 200 ? 1 : 0;
        }
      }
    }
    assertThat(passed).isEqualTo(5);
  }

  @ParameterizedTest
  @CsvSource({
    "192.0.2.1, ::ffff:192.0.2.1",
    "192.0.2.2, ::FFFF:c000:0202",
    "192.0.2.3, 0:0:0:0:0:ffff:192.0.2.3",
    "2001:db8:1:2::1, 2001:db8:1:2:ffff::",
    "2001:db8:1:3::1, 2001:0DB8:0001:0003:0000:0000:0000:0002"
  })
  void address_inAnySpelling_sharesACounter(String one, String other) {
    String tail = "\",\"endpoint\":\"/ip\"}";
    assertThat(server.check("{\"ip\":\"" + one + tail).json().getLong("remaining")).isEqualTo(4);
    assertThat(server.check("{\"ip\":\"" + other + tail).json().getLong("remaining")).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/five/x",
        "//five/x",
        "/five//x",
        "/five/./x",
        "/five/y/../x",
        "/five/%2e/x",
        "/five/%2E%2e/five/x",
        "/%66ive/x",
        "/five%2fx",
        "/five%2Fx",
        "/five%5cx",
        "/five\\x",
        "/five;a=b/x",
        "/five/x;v=1",
        "/FIVE/x",
        "/Five/X",
        "/five/x/",
        "/five/x//",
        "/five/x#frag",
        "/five/x?q=/free",
        "/five/x%3Fq",
        "/five/%2525",
        "/five/x%00",
        "/../five/x",
        "/%2e%2e/five/x",
        "/five/%c0%ae",
        "/five/x%",
        "/five/%zz",
        "five/x",
        "/free/../five/x",
        "/five/\u00a0",
        "/five/..;/five/x"
      })
  void path_inAnySpelling_isRefusedOrSharesACounter(String path) throws IOException {
    String user = "path" + path.hashCode();
    String quoted = path.replace("\\", "\\\\");
    String body = "{\"user\":\"" + user + "\",\"endpoint\":\"" + quoted + "\"}";
    RunningServer.Reply reply = server.check(body);
    if (reply.status() == 200) {
      assertThat(reply.json().getString("rule")).isEqualTo("five");
      assertThat(server.remaining(user, "/five/x")).isEqualTo(4);
    } else {
      BadRequestTest.assertProblem(reply, 400);
      assertThat(server.remaining(user, "/five/x")).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "//ip",
        "/%69p",
        "/ip%2f",
        "/x/../ip",
        "/x/%2e%2e/ip",
        "/IP",
        "/ip/",
        "/ip;x",
        "/ip#x",
        "/ip?x",
        "http://h/ip",
        "http://h//ip",
        "/ip/%00",
        "/ip\\x",
        "/ip/%252e"
      })
  void forwardedPath_inAnySpelling_isRefusedOrLimitedTheSame(String path) throws IOException {
    try (RawHttp raw = server.raw()) {
      raw.send("GET /api/v1/authorize HTTP/1.1\r\nHost: x\r\nX-Original-URI: " + path + "\r\n\r\n");
      RawHttp.Answer answer = raw.answer();
      assertThat(answer.status()).isIn(200, 429, 400);
      if (answer.status() != 400) {
        assertThat(answer.headers().get("x-ratelimit-limit")).isEqualTo("5");
      }
    }
  }
}
