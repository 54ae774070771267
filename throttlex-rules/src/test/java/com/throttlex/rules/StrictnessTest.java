package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that all problems of a file are reported at once, each with its line. */
class StrictnessTest {
  static Stream<Samples.Invalid> samples() {
    return Samples.invalid();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void file_withSeveralProblems_isRefusedWithAllOfThem(Samples.Invalid sample) {
    InvalidRuleFileException refused =
        catchThrowableOfType(
            InvalidRuleFileException.class, () -> RuleFile.parse(sample.text(), "f"));

    assertThat(refused).as(sample.text()).isNotNull();
    assertThat(refused.problems())
        .extracting(problem -> problem.toString().substring("f:".length()))
        .containsExactlyElementsOf(sample.problems());
  }

  static Stream<Arguments> fields() {
    return Stream.of(
            level("", FieldNames.RULE),
            level("match", FieldNames.MATCH),
            level("limits", FieldNames.LIMIT),
            level("shares", FieldNames.SHARES),
            level("on-exceed", FieldNames.DELAY),
            level("on-exceed", FieldNames.QUEUE),
            level("adaptive", FieldNames.ADAPTIVE))
        .flatMap(level -> level);
  }

  static Stream<Arguments> settings() {
    return Stream.of(
            level("", FieldNames.SETTINGS),
            level("weights", FieldNames.SIGNALS),
            level("thresholds", FieldNames.THRESHOLDS),
            level("bounds", FieldNames.SIGNALS),
            level("bounds.cpu", FieldNames.BOUNDS),
            level("gains", FieldNames.GAINS))
        .flatMap(level -> level);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void adaptiveSetting_withNonsenseValue_isRefused(String parent, String name) {
    String field = (parent.isEmpty() ? "" : parent + ".") + name;
    String nested = field.replace(".", ": {") + ": [[{}]]";
    String closed = "}".repeat((int) field.chars().filter(c -> c == '.').count());

    assertThatThrownBy(
            () -> RuleFile.parse("{version: 1, adaptive: {" + nested + closed + "}}", "f"))
        .isInstanceOf(InvalidRuleFileException.class)
        .hasMessageContaining(": adaptive." + field + ": a list");
  }

  @ParameterizedTest
  @MethodSource("classifiers")
  void classifierField_withNonsenseValue_isRefused(String name) {
    String text = "{version: 1, priorities: [{" + name + ": [[{}]]}]}";

    assertThatThrownBy(() -> RuleFile.parse(text, "f"))
        .isInstanceOf(InvalidRuleFileException.class)
        .hasMessageContaining("priorities[0].");
  }

  static List<String> classifiers() {
    return FieldNames.CLASSIFIER;
  }

  private static Stream<Arguments> level(String parent, List<String> names) {
    return names.stream().map(name -> Arguments.of(parent, name));
  }

  @ParameterizedTest
  @MethodSource("fields")
  void ruleField_withNonsenseValue_isRefused(String parent, String name) {
    String nonsense = name + ": [[{}]]";
    String others = name.equals("amount") ? "period: 1s, " : "amount: 1, ";
    String field =
        parent.isEmpty()
            ? nonsense
            : parent + ": {" + (parent.equals("limits") ? others : "") + nonsense + "}";

    assertThatThrownBy(() -> RuleFile.parseRule("{" + field + "}", "f"))
        .isInstanceOf(InvalidRuleFileException.class)
        .hasMessageContaining(": " + (parent.isEmpty() ? "" : parent + ".") + name + ": a list");
  }
}
