package com.throttlex.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** The metadata for editors lists exactly the properties that exist. */
class MetadataTest {
  private static final String FILE = "/META-INF/spring-configuration-metadata.json";

  private static String dashed(RecordComponent component) {
    return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  private static Stream<String> names(String prefix, Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .flatMap(
            part ->
                part.getType().isRecord()
                    ? names(prefix + dashed(part) + ".", part.getType())
                    : Stream.of(prefix + dashed(part)));
  }

  @SuppressWarnings("unchecked") // the file is such
  private static List<Map<String, Object>> described() throws IOException {
    try (InputStream in = MetadataTest.class.getResourceAsStream(FILE)) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return (List<Map<String, Object>>)
          JsonParserFactory.getJsonParser().parseMap(text).get("properties");
    }
  }

  @Test
  void properties_areAllDescribed() throws IOException {
    List<String> expected =
        new ArrayList<>(names("throttlex.", ThrottleXProperties.class).toList());
    RuleSource.FIELDS.stream()
        .filter(field -> !field.equals("adaptive"))
        .forEach(field -> expected.add("throttlex." + field));
    fields("settings").forEach(field -> expected.add("throttlex.adaptive." + field));
    assertThat(described())
        .extracting(property -> property.get("name").toString())
        .containsExactlyInAnyOrderElementsOf(expected);
    assertThat(described()).allSatisfy(property -> assertThat(property).containsKey("description"));
  }

  @SuppressWarnings("unchecked") // the schema is such
  private static List<String> fields(String definition) {
    Map<String, Object> schema = JsonParserFactory.getJsonParser().parseMap(RuleFile.schema());
    Map<String, Object> definitions = (Map<String, Object>) schema.get("$defs");
    Map<String, Object> defined = (Map<String, Object>) definitions.get(definition);
    return new ArrayList<>(((Map<String, Object>) defined.get("properties")).keySet());
  }

  @Test
  void fieldsOfRules_areThoseOfARuleFile() {
    List<String> fields = fields("rule");
    fields.remove("id");
    assertThat(Arrays.stream(RuleFields.class.getRecordComponents()).map(MetadataTest::dashed))
        .containsExactlyInAnyOrderElementsOf(fields);
  }

  @Test
  @SuppressWarnings("unchecked") // the schema is such
  void whatIsReadAsARuleFileIs_isAllThatARuleFileHas() {
    Map<String, Object> schema = JsonParserFactory.getJsonParser().parseMap(RuleFile.schema());
    List<String> book = new ArrayList<>(((Map<String, Object>) schema.get("properties")).keySet());
    book.remove("version");
    assertThat(RuleSource.FIELDS).isEqualTo(book);
  }
}
