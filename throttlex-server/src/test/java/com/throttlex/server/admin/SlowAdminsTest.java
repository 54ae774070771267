package com.throttlex.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bodies of admin calls that do not arrive in time. */
class SlowAdminsTest {
  private static final long SLOWEST_MILLIS = 200;

  @TempDir Path folder;

  private static String head(String token) {
    return "POST /api/v1/rules HTTP/1.1\r\nHost: x\r\n" + token + "Content-Length: 100\r\n\r\n{";
  }

  @Test
  void body_thatDoesNotArrive_timesOutWithAndWithoutACredential() throws IOException {
    try (AdminServer server = new AdminServer(folder, SLOWEST_MILLIS)) {
      for (String token :
          new String[] {"", "Authorization: Bearer " + AdminServer.ADMIN + "\r\n"}) {
        try (RawHttp slow = new RawHttp(server.port())) {
          slow.send(head(token));
          RawHttp.Answer answer = slow.answer();
          assertThat(answer.status()).isEqualTo(408);
          assertThat(answer.headers()).containsEntry("connection", "close");
          assertThat(slow.isClosed()).isTrue();
        }
      }
      assertThat(server.get("/api/v1/rules").statusCode()).isEqualTo(200);
    }
  }
}
