package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.key.Key;
import com.throttlex.server.RawHttp;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a store that cannot decide is not reported as an error of the client. */
class StoreFailureTest {
  private final DoorLab lab = new DoorLab(new BrokenStore(), 10_000);

  /** Fails at once, whatever it is asked. */
  private static final class BrokenStore implements Store {
    private static <T> CompletionStage<T> failed() {
      return CompletableFuture.failedFuture(new IllegalStateException("broken"));
    }

    @Override
    public CompletionStage<Verdicts> decide(Charges charges) {
      return failed();
    }

    @Override
    public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
      return failed();
    }

    @Override
    public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
      return failed();
    }

    @Override
    public CompletionStage<Boolean> reset(Key key, int index, long now) {
      return failed();
    }

    @Override
    public void close() {}
  }

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
