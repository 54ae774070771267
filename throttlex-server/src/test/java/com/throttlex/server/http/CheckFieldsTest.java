package com.throttlex.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestField;
import com.throttlex.server.RequestSamples;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that bodies and queues have every field of a request. */
class CheckFieldsTest {
  static Stream<RequestField> named() {
    return RequestSamples.named();
  }

  private static RequestContext read(JsonObject body) {
    return HttpDoor.reader(64).apply(body.encode(), Map.of());
  }

  @ParameterizedTest
  @MethodSource("named")
  void body_withTheField_isReadWithIt(RequestField field) {
    Object value = RequestSamples.value(field);
    assertThat(field.get(read(new JsonObject().put(field.text(), value)))).isEqualTo(value);
  }

  @ParameterizedTest
  @EnumSource
  void queuedRequest_hasTheFieldUnlessItIsSecretOrFollowsTheDecision(RequestField field) {
    Object value = RequestSamples.value(field);
    JsonObject queued = new JsonObject(Overflow.text(RequestSamples.request(field, value)));
    if (field.isSecret() || field.followsDecision()) {
      assertThat(queued).isEmpty();
    } else {
      assertThat(field.get(read(queued))).isEqualTo(value);
    }
  }
}
