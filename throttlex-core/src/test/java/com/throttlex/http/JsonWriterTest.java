package com.throttlex.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonWriterTest {
  @Test
  void nesting_putsCommasBetweenAndNowhereElse() {
    JsonWriter json =
        new JsonWriter()
            .beginObject()
            .beginArray("a")
            .endArray()
            .beginArray("b")
            .beginObject()
            .endObject()
            .beginObject()
            .member("{", "[")
            .member("n", Long.MIN_VALUE)
            .endObject()
            .element("{")
            .element("")
            .endArray()
            .member("t", true)
            .member("z", null)
            .endObject();
    assertThat(json)
        .hasToString(
            "{\"a\":[],\"b\":[{},{\"{\":\"[\",\"n\":-9223372036854775808},\"{\",\"\"],"
                + "\"t\":true,\"z\":null}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "22, \\\"",
        "5c, \\\\",
        "2f, /",
        "0, \\u0000",
        "8, \\u0008",
        "9, \\t",
        "a, \\n",
        "d, \\r",
        "1f, \\u001f",
        "7f, \u007f",
        "e9, é",
        "fffd, \ufffd",
        "1f600, \ud83d\ude00",
        "d83d, \\ud83d",
        "de00, \\ude00"
      })
  void string_isEscapedWhereNeeded(String codePoint, String expected) {
    String text = Character.toString(Integer.parseInt(codePoint, 16));
    String json = new JsonWriter().element("x" + text + "y").toString();
    assertThat(json).isEqualTo("\"x" + expected + "y\"");
    assertThat(StrictJson.read(json)).isEqualTo("x" + text + "y");
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    assertThat(new String(bytes, StandardCharsets.UTF_8)).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource({"d83d d83d de00", "d83d de00 de00", "de00 d83d", "d83d"})
  void surrogates_areEscapedUnlessPaired(String units) {
    StringBuilder text = new StringBuilder();
    for (String unit : units.split(" ", -1)) {
      text.append((char) Integer.parseInt(unit, 16));
    }
    assertThat(StrictJson.read(new JsonWriter().element(text.toString()).toString()))
        .isEqualTo(text.toString());
  }
}
