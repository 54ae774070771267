package com.throttlex.proxy.cost;

import static com.throttlex.proxy.cost.CostReading.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the cost of an event stream is that of its last event that has one. */
class EventStreamTest {
  private static final List<String> USAGE = List.of("usage", "total_tokens");

  private static long read(String text, boolean ends) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    EventStream whole = new EventStream(USAGE);
    whole.read(bytes, 0, bytes.length);
    for (int cut = 0; cut <= bytes.length; cut++) {
      EventStream split = new EventStream(USAGE);
      split.read(bytes, 0, cut);
      split.read(bytes, cut, bytes.length);
      assertThat(split.cost()).as("split at %s", cut).isEqualTo(whole.cost());
    }
    if (ends) {
      whole.end();
    }
    return whole.cost();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r\n", "\r"})
  void stream_withAnyLineEnd_tellsTheLastUsage(String end) {
    String text =
        """
        : a comment with data: {"usage":{"total_tokens":1}}
        event: delta
        data: {"choices":[{"delta":{"content":"data: {"}}],"usage":null}

        id: 7
        data: {"usage":{"total_tokens":20}}

        data:{"usage":{"total_tokens":42}}

        data: [DONE]

        """;
    assertThat(read(text.replace("\n", end), true)).isEqualTo(42);
  }

  @Test
  void data_ofSeveralLines_isOneText() {
    assertThat(read("data: {\"usage\":\ndata: {\"total_tokens\":\ndata: 42}}\n\n", true))
        .isEqualTo(42);
  }

  @Test
  void costOfAnEvent_isKnownWhenTheEventEnds() {
    String event = "data: {\"usage\":{\"total_tokens\":42}}\n";
    assertThat(read(event, false)).isEqualTo(UNKNOWN);
    assertThat(read(event + "\n", false)).isEqualTo(42);
    assertThat(read(event, true)).as("the stream ends").isEqualTo(42);
  }

  @Test
  void stream_withAByteOrderMark_isRead() {
    assertThat(read("\uFEFFdata: {\"usage\":{\"total_tokens\":42}}\n\n", true)).isEqualTo(42);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "data\n\n",
        "data:\n\n",
        "data: [DONE]\n\n",
        "dat: {\"usage\":{\"total_tokens\":42}}\n\n",
        "datax: {\"usage\":{\"total_tokens\":42}}\n\n",
        " data: {\"usage\":{\"total_tokens\":42}}\n\n",
        "data: {\"usage\":{\"total_tokens\":-42}}\n\n"
      })
  void stream_withoutACost_isUnknown(String text) {
    assertThat(read(text, true)).isEqualTo(UNKNOWN);
  }
}
