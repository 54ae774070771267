package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Tests that the schema and the reader accept the same files. */
class SchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode SCHEMA = json(RuleFile.schema());
  private static final JsonSchema VALIDATOR =
      JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(SCHEMA);

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Returns the problems that the schema finds in a rule file, read as YAML 1.2 as in an editor.
   */
  private static Set<ValidationMessage> complaints(String yaml) {
    LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
    return VALIDATOR.validate(JSON.valueToTree(new Load(settings).loadFromString(yaml)));
  }

  static Stream<Samples.Valid> valid() {
    return Samples.valid();
  }

  static Stream<Samples.Invalid> invalid() {
    return Samples.invalid().filter(Samples.Invalid::againstSchema);
  }

  @ParameterizedTest
  @MethodSource("valid")
  void validFile_followsTheSchema(Samples.Valid sample) {
    assertThat(complaints(sample.text())).isEmpty();
  }

  @Test
  void writtenFile_followsTheSchema() {
    LongStream.range(0, 200)
        .mapToObj(seed -> RuleFile.write(new RandomBooks(seed).book()))
        .forEach(text -> assertThat(complaints(text)).as(text).isEmpty());
  }

  @ParameterizedTest
  @MethodSource("invalid")
  void file_withWrongStructure_violatesTheSchema(Samples.Invalid sample) {
    assertThat(complaints(sample.text())).isNotEmpty();
  }

  /** Tests each rule of such a sample alone, so that no problem is hidden by another. */
  @ParameterizedTest
  @MethodSource("invalid")
  void singleRule_ofInvalidFile_followsTheSchemaOnlyIfItCanBeRead(Samples.Invalid sample) {
    for (String line : sample.text().lines().filter(l -> l.startsWith("  - {id: ")).toList()) {
      String alone = "{version: 1, tiers: [free], rules: [" + line.substring(4) + "]}";
      boolean isRead = isRead(alone);
      assertThat(complaints(alone).isEmpty()).as(alone).isEqualTo(isRead);
    }
  }

  private static boolean isRead(String text) {
    try {
      RuleFile.parse(text, "f");
      return true;
    } catch (InvalidRuleFileException e) {
      return false;
    }
  }

  static Stream<Arguments> fields() {
    return Stream.of(
        Arguments.of("/properties", FieldNames.BOOK),
        Arguments.of("/$defs/rule/properties", FieldNames.RULE),
        Arguments.of("/$defs/defaultRule/properties", FieldNames.DEFAULT_RULE),
        Arguments.of("/$defs/match/properties", FieldNames.MATCH),
        Arguments.of("/$defs/longLimit/properties", FieldNames.LIMIT),
        Arguments.of("/$defs/shares/properties", FieldNames.SHARES),
        Arguments.of("/$defs/cost/anyOf/1/properties", FieldNames.COST),
        Arguments.of("/$defs/onExceed/anyOf/1/properties", FieldNames.DELAY),
        Arguments.of("/$defs/onExceed/anyOf/2/properties", FieldNames.BLOCK),
        Arguments.of("/$defs/onExceed/anyOf/3/properties", FieldNames.QUEUE),
        Arguments.of("/$defs/adaptive/properties", FieldNames.ADAPTIVE),
        Arguments.of("/$defs/classifier/properties", FieldNames.CLASSIFIER),
        Arguments.of("/$defs/settings/properties", FieldNames.SETTINGS),
        Arguments.of("/$defs/serviceSettings/properties", FieldNames.SERVICE_SETTINGS),
        Arguments.of("/$defs/weights/properties", FieldNames.SIGNALS),
        Arguments.of("/$defs/thresholds/properties", FieldNames.THRESHOLDS),
        Arguments.of("/$defs/signalBounds/properties", FieldNames.SIGNALS),
        Arguments.of("/$defs/bounds/properties", FieldNames.BOUNDS),
        Arguments.of("/$defs/gains/properties", FieldNames.GAINS));
  }

  @ParameterizedTest
  @MethodSource("fields")
  void schema_hasTheSameFieldsAsTheReader(String pointer, List<String> fields) {
    List<String> names = new ArrayList<>();
    SCHEMA.at(pointer).fieldNames().forEachRemaining(names::add);
    assertThat(names).isEqualTo(fields);
  }

  @Test
  void schema_hasNoOtherMapsAndNoUnknownFields() {
    long maps = SCHEMA.findParents("properties").size();
    assertThat(maps).isEqualTo(fields().count());
    assertThat(SCHEMA.findParents("properties"))
        .allMatch(
            map ->
                map.get("additionalProperties").equals(JSON.getNodeFactory().booleanNode(false)));
  }

  static Stream<Arguments> words() {
    return Stream.of(
        Arguments.of("/$defs/algorithm/enum", words(Algorithm.values())),
        Arguments.of("/$defs/rule/properties/mode/enum", words(Mode.values())),
        Arguments.of("/$defs/onStoreFailure/enum", words(FailureMode.values())),
        Arguments.of("/$defs/sync/enum", words(Sync.values())),
        Arguments.of(
            "/$defs/cost/anyOf/1/properties/on-overrun/enum", words(AnswerCost.OnOverrun.values())),
        Arguments.of("/$defs/priority/enum", words(Priority.values())),
        Arguments.of(
            "/$defs/onExceed/anyOf/0/enum",
            words(OnExceed.Kind.values()).stream()
                .filter(w -> !w.equals("delay") && !w.equals("block"))
                .toList()),
        Arguments.of(
            "/$defs/keyPart/anyOf/0/enum",
            words(KeyPart.Kind.values()).stream()
                .filter(w -> !w.equals("attribute") && !w.equals("header"))
                .toList()));
  }

  private static List<String> words(Enum<?>[] constants) {
    return Arrays.stream(constants).map(FieldNames::word).toList();
  }

  @ParameterizedTest
  @MethodSource("words")
  void schema_hasTheSameKeywordsAsTheReader(String pointer, List<String> words) {
    List<String> listed = new ArrayList<>();
    SCHEMA.at(pointer).forEach(word -> listed.add(word.asText()));
    assertThat(listed).containsExactlyInAnyOrderElementsOf(words);
  }

  @Test
  void schema_hasTheSameMaximumsAsTheReader() {
    assertThat(SCHEMA.at("/$defs/amount/maximum").asLong()).isEqualTo(Rate.MAX_AMOUNT);
    assertThat(SCHEMA.at("/$defs/units/maximum").asLong()).isEqualTo(RequestContext.MAX_COST);
  }

  @Test
  void everySchemaField_hasADescription() {
    fields()
        .map(level -> SCHEMA.at(level.get()[0].toString()))
        .forEach(
            level ->
                level.forEach(
                    field -> {
                      JsonNode target =
                          field.has("description")
                              ? field
                              : SCHEMA.at(field.get("$ref").asText().substring(1));
                      assertThat(target.path("description").asText()).isNotEmpty();
                    }));
  }
}
