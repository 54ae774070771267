package com.throttlex.server.envoy;

import static com.throttlex.server.envoy.EnvoyLab.entries;
import static com.throttlex.server.envoy.EnvoyLab.hits;
import static com.throttlex.server.envoy.EnvoyLab.perValue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages in JSON. */
class EnvoyJsonTest {
  @Test
  void request_inSnakeCaseOrCamelCase_isParsed() {
    String json =
        """
        {"domain": "edge", "hits_addend": 2, "descriptors": [
          {"entries": [{"key": "a", "value": "b"}], "hitsAddend": "7"}]}""";
    assertThat(EnvoyJson.parse(json))
        .isEqualTo(
            EnvoyLab.request(hits(entries("a", "b"), 7)).toBuilder().setHitsAddend(2).build());
  }

  @Test
  void answer_isPrintedAsJson() {
    EnvoyLab lab = EnvoyLab.of(perValue("a", "5/1h").build());
    assertThat(EnvoyJson.print(lab.decide(entries("a", "b"))))
        .startsWith(
            "{\"overallCode\":\"OK\",\"statuses\":[{\"code\":\"OK\",\"currentLimit\":"
                + "{\"requestsPerUnit\":5,\"unit\":\"HOUR\",\"name\":\"per-a\"},"
                + "\"limitRemaining\":4,\"durationUntilReset\":\"3590s\"}],");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{\"domain\": 1, \"x\": 2}",
        "{\"hitsAddend\": -1}",
        "{\"descriptors\": [{\"entries\": {}}]}"
      })
  void request_thatIsInvalid_isRefused(String json) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EnvoyJson.parse(json))
        .withMessageStartingWith("body: ");
  }

  @Test
  void request_nestedTooDeep_isRefused() {
    String deep = "{\"descriptors\":" + "[".repeat(100_000);
    assertThatIllegalArgumentException().isThrownBy(() -> EnvoyJson.parse(deep));
  }
}
