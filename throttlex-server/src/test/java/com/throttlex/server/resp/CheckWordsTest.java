package com.throttlex.server.resp;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestField;
import com.throttlex.server.RequestSamples;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code TX.CHECK} has a keyword for every field of a request. */
class CheckWordsTest {
  static Stream<RequestField> named() {
    return RequestSamples.named();
  }

  private static RequestContext read(String... words) {
    Arguments arguments = new Arguments();
    int at = 0;
    for (String word : words) {
      arguments.add(at, word.length());
      at += word.length();
    }
    arguments.lieIn(String.join("", words).getBytes(StandardCharsets.UTF_8), 0);
    return new CheckWords(arguments, 64).request();
  }

  @ParameterizedTest
  @MethodSource("named")
  void command_withTheKeyword_isReadWithTheField(RequestField field) {
    Object value = RequestSamples.value(field);
    String keyword = String.valueOf(field.keyword());
    RequestContext request =
        switch (field.kind()) {
          case TEXT, NUMBER -> read("TX.CHECK", keyword, value.toString());
          case FLAG -> read("TX.CHECK", keyword);
          case MAP -> read("TX.CHECK", keyword, "n", "v");
        };
    assertThat(field.get(request)).isEqualTo(value);
  }

  @Test
  void syntax_hasEveryKeyword() {
    assertThat(CheckWords.syntax())
        .startsWith("[USER ID] [IP ADDRESS] [APIKEY KEY] ")
        .contains(" [ATTR NAME VALUE] ")
        .endsWith(" [RESERVE]");
    assertThat(CheckWords.syntax().split(" \\[")).hasSize((int) named().count());
  }
}
