package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.request.Priority;
import com.throttlex.request.RequestField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents have every field of a request; {@code -Dthrottlex.write=true} writes them. */
class RequestFieldsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "INTEGRATIONS.md");
  private static final Path OPEN_API =
      Path.of("src/main/resources/com/throttlex/server/admin/openapi.yaml");

  @Test
  void table_hasEveryField() throws IOException {
    assertWritten(
        PAGE,
        "| JSON | `TX.CHECK` | `throttlex check` | gRPC | maximum | meaning |\n|---|---|---|---|---|---|",
        "\n\n",
        lines(RequestField.ALL.stream(), RequestFieldsPageTest::row));
  }

  @Test
  void openApi_hasEveryFieldOfABody() throws IOException {
    assertWritten(
        OPEN_API,
        "    Check:\n      type: object\n      properties:",
        "\n        identifier: ",
        lines(RequestSamples.named(), RequestFieldsPageTest::property));
  }

  private static String lines(Stream<RequestField> fields, Function<RequestField, String> line) {
    return fields.map(line).map(text -> "\n" + text).collect(Collectors.joining());
  }

  private static String row(RequestField field) {
    boolean named = field.keyword() != null;
    boolean map = field.kind() == RequestField.Kind.MAP;
    String value = field.label().isEmpty() ? "" : " " + field.label();
    return Stream.of(
            named ? code(field.text()) : "–",
            named ? code(field.keyword() + (map ? " NAME VALUE" : value)) : "–",
            named ? code(field.option() + value) : "–",
            code(field.protoName()),
            maximum(field),
            field.meaning())
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String code(String text) {
    return "`" + text + "`";
  }

  private static String maximum(RequestField field) {
    return switch (field.kind()) {
      case TEXT -> field.maximum() + " characters";
      case NUMBER -> String.valueOf(field.maximum());
      case FLAG -> "–";
      case MAP -> field.maximum() + " entries";
    };
  }

  private static String property(RequestField field) {
    String type =
        switch (field.kind()) {
          case TEXT -> "type: string";
          case NUMBER -> "type: integer, minimum: 0, maximum: " + field.maximum();
          case FLAG -> "type: boolean";
          case MAP -> "type: object, additionalProperties: {type: string}";
        };
    if (field == RequestField.PRIORITY) {
      type = "enum: " + Arrays.stream(Priority.values()).map(Priority::text).toList();
    }
    return "        " + field.text() + ": {" + type + ", description: \"" + field.meaning() + "\"}";
  }

  /** Checks the text between two others, or writes it. */
  private static void assertWritten(Path file, String before, String after, String expected)
      throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(before);
    int begin = text.indexOf(before) + before.length();
    int end = text.indexOf(after, begin);
    if (Boolean.getBoolean("throttlex.write")) {
      text = text.substring(0, begin) + expected + text.substring(end);
      end = begin + expected.length();
      Files.writeString(file, text);
    }
    assertThat(text.substring(begin, end)).isEqualTo(expected);
  }
}
