package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.store.MemoryStore;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests bodies that do not arrive in time, at a door with a short timeout. */
class SlowClientsTest {
  private static final long SLOWEST_MILLIS = 200;

  private final DoorLab lab = new DoorLab(new MemoryStore(), SLOWEST_MILLIS);

  @AfterEach
  void close() {
    lab.close();
  }

  private static final String HEAD = "POST /api/v1/check HTTP/1.1\r\nHost: x\r\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 100\r\n\r\n",
        "Content-Length: 100\r\n\r\n{\"user\"",
        "Transfer-Encoding: chunked\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n4\r\n{\"us\r\n4\r\ner\":\r\n"
      })
  void body_thatDoesNotArrive_timesOut(String beginning) throws IOException {
    try (RawHttp slow = lab.connect();
        RawHttp good = lab.connect()) {
      slow.send(HEAD + beginning);
      assertThat(good.post("/api/v1/check", "{}").answer().status()).isEqualTo(200);
      RawHttp.Answer answer = slow.answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.headers()).containsEntry("connection", "close");
      assertThat(slow.isClosed()).isTrue();
      assertThat(good.post("/api/v1/check", "{}").answer().status()).isEqualTo(200);
    }
  }

  @Test
  void body_refusedAndNotArriving_endsTheConnection() throws IOException {
    try (RawHttp slow = lab.connect()) {
      slow.send(HEAD + "Content-Length: 99999999999\r\n\r\n");
      assertThat(slow.answer().status()).isEqualTo(413);
      assertThat(slow.isClosed()).isTrue();
    }
  }

  @Test
  void connection_thatIsInTime_isKept() throws IOException {
    try (RawHttp good = lab.connect();
        RawHttp slow = lab.connect()) {
      good.send(HEAD + "Content-Length: 2\r\n\r\n{");
      assertThat(good.send("}").answer().status()).isEqualTo(200);
      slow.send(HEAD + "Content-Length: 2\r\n\r\n{"); // as long as any timer of the other
      assertThat(slow.answer().status()).isEqualTo(408);
      assertThat(good.post("/api/v1/check", "{}").answer().status()).isEqualTo(200);
    }
  }
}
