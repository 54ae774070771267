package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.tck.FailingStore;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a store that cannot decide is not reported as an error of the client. */
class StoreFailureTest {
  private final DoorLab lab =
      new DoorLab(new FailingStore(new IllegalStateException("broken")), 10_000);

  @AfterEach
  void close() {
    lab.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "/api/v1/check; {\"user\":\"u\",\"endpoint\":\"/five\"}",
        "/api/v1/check/batch; [{\"user\":\"u\",\"endpoint\":\"/five\"}]",
        "/api/v1/settle; {\"reservation\":\"r\",\"cost\":1}",
        "/api/v1/extend; {\"reservation\":\"r\",\"cost\":1}",
        "/api/v1/authorize; {}"
      })
  void request_whenTheStoreFails_isUnavailable(String path, String body) throws IOException {
    try (RawHttp raw = lab.connect()) {
      RawHttp.Answer answer = raw.post(path, body).answer();
      assertThat(answer.status()).isEqualTo(503);
      JsonObject problem = new JsonObject(answer.body());
      assertThat(problem.fieldNames()).containsExactly(BadRequestTest.PROBLEM_MEMBERS);
      assertThat(problem.getString("type")).endsWith("#temporary-reduced-capacity");
      assertThat(answer.body()).doesNotContain("broken");
    }
  }

  @Test
  void malformedRequest_whenTheStoreFails_isStillABadRequest() throws IOException {
    try (RawHttp raw = lab.connect()) {
      assertThat(raw.post("/api/v1/check", "{\"cost\":-1}").answer().status()).isEqualTo(400);
    }
  }
}
