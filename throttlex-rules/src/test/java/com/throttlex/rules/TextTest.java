package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.throttlex.rules.yaml.Problem;
import com.throttlex.rules.yaml.YamlTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the reading of text: syntax, characters, files, and limits on length and depth. */
class TextTest {
  private static final String RULE = "version: 1\nrules:\n  - {id: a, limits: 1/1s}\n";

  @TempDir Path folder;

  private static List<String> problems(String text) {
    InvalidRuleFileException refused =
        catchThrowableOfType(InvalidRuleFileException.class, () -> RuleFile.parse(text, "f"));
    assertThat(refused).isNotNull();
    return refused.problems().stream().map(Problem::toString).toList();
  }

  private List<Problem> problems(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("rules.yml"), content);
    return catchThrowableOfType(InvalidRuleFileException.class, () -> RuleFile.read(file))
        .problems();
  }

  @Test
  void emptyText_isRefused() {
    String problem =
        "f:1: file: empty (expected: a map of version, tiers, default-rule, priorities, adaptive, on-store-failure, rules)";
    assertThat(problems("")).containsExactly(problem);
    assertThat(problems("---\n")).containsExactly(problem);
    assertThat(problems("null")).containsExactly(problem);
  }

  @Test
  void secondDocument_isRefusedTogetherWithProblemsOfTheFirst() {
    assertThat(problems("version: 2\n---\nversion: 1\n"))
        .containsExactly(
            "f:1: version: 2 (expected: 1)",
            "f:2: yaml: a second document (expected: one document in a file)");
  }

  @Test
  void tab_asIndentation_isRefused() {
    assertThat(problems("version: 1\nrules:\n\t- id: a\n"))
        .singleElement()
        .asString()
        .startsWith("f:3: yaml: found character '\\t(TAB)' that cannot start any token")
        .doesNotContain("\t");
  }

  @Test
  void unprintableCharacter_isRefusedWithItsLine() {
    assertThat(problems("version: 1\nrules: []\n# \0\n"))
        .containsExactly("f:3: yaml: character U+0000 (expected: printable characters)");
    assertThat(problems("version: 1\n# \ud800\n"))
        .containsExactly("f:2: yaml: character U+D800 (expected: printable characters)");
  }

  @Test
  void byteOrderMark_isSkipped() {
    assertThat(RuleFile.parse("\ufeff" + RULE, "f").rules()).hasSize(1);
  }

  @Test
  void emoji_atAnyPosition_isAcceptedButHalfOfOneIsRefused() {
    for (int before = 1000; before < 1050; before++) {
      String comment = "#" + "a".repeat(before) + "\ud83d";
      assertThat(RuleFile.parse(comment + "\ude00\n" + RULE, "f").rules()).hasSize(1);
      assertThat(problems(comment))
          .containsExactly("f:1: yaml: character U+D83D (expected: printable characters)");
    }
  }

  @Test
  void lineNumber_withWindowsLineEndings_isCorrect() {
    assertThat(problems("version: 1\r\nrules: 5\r\n"))
        .containsExactly("f:2: rules: 5 (expected: a list of rules)");
  }

  @Test
  void text_thatIsTooLong_isRefused() {
    assertThat(problems(" ".repeat(YamlTree.MAX_LENGTH + 1)))
        .containsExactly("f:1: file: 67108865 characters (expected: at most 67108864 characters)");
  }

  @Test
  void text_largerThanTheYamlLibrarysDefaultLimit_isRead() {
    assertThat(RuleFile.parse(RULE + "# filler\n".repeat(500_000), "f").rules()).hasSize(1);
  }

  @Test
  void longValue_isRefusedAndAbbreviated() {
    assertThat(problems("version: 1\nrules: [{id: a, limits: " + "9".repeat(1_000_000) + "/1s}]"))
        .containsExactly(
            "f:2: limits: \"" + "9".repeat(60) + "…\" (expected: at most 8192 characters)");
  }

  @Test
  void deepNesting_isRefused() {
    assertThat(problems("[".repeat(1_000_000)))
        .containsExactly("f:1: yaml: deep nesting (expected: at most 32 levels)");
    assertThat(problems("version: 1\nrules: " + "{a: ".repeat(100_000)))
        .containsExactly("f:2: yaml: deep nesting (expected: at most 32 levels)");
  }

  @Test
  void aliasBomb_isRefused() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
      String alias = "*a" + (i - 1);
      bomb.append("a" + i + ": &a" + i + " [" + (alias + ", ").repeat(9) + alias + "]\n");
    }
    assertThat(problems(bomb.toString()))
        .containsExactly("f:6: yaml: *a4 (expected: aliases for at most 200000 values in all)");
  }

  @Test
  void alias_withinItsOwnAnchor_isRefused() {
    assertThat(problems("version: &a [*a]"))
        .containsExactly("f:1: yaml: *a (expected: the name of an earlier anchor)");
  }

  @Test
  void unsafeCharacters_inReportedValues_areEscaped() {
    assertThat(problems("version: \"\\e[31m\\u202e\\\"\"\n\"\\a\": 1"))
        .containsExactly(
            "f:1: version: \"\\u001b[31m\\u202e\\\"\" (expected: 1)",
            "f:2: \\u0007: unknown key"
                + " (expected: one of version, tiers, default-rule, priorities, adaptive, on-store-failure, rules)");
  }

  @Test
  void validFile_isRead() throws IOException {
    Path file = Files.writeString(folder.resolve("rules.yml"), RULE);
    assertThat(RuleFile.read(file).rules()).hasSize(1);
  }

  @Test
  void problem_namesItsFile() throws IOException {
    assertThat(problems("version: 2".getBytes(StandardCharsets.UTF_8)))
        .containsExactly(
            new Problem(folder.resolve("rules.yml").toString(), 1, "version", "2", "1"));
  }

  @Test
  void missingFile_isRefused() {
    Path file = folder.resolve("missing.yml");
    assertThat(catchThrowableOfType(InvalidRuleFileException.class, () -> RuleFile.read(file)))
        .hasMessage(
            file + ":1: file: unreadable, NoSuchFileException (expected: a file that can be read)");
  }

  @Test
  void folder_insteadOfAFile_isRefused() {
    assertThat(catchThrowableOfType(InvalidRuleFileException.class, () -> RuleFile.read(folder)))
        .hasMessageContaining("(expected: a file that can be read)");
  }

  @Test
  void file_thatIsNotUtf8_isRefusedWithTheLine() throws IOException {
    byte[] latin = "version: 1\nrules: []\n# é\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(problems(latin))
        .containsExactly(
            new Problem(
                folder.resolve("rules.yml").toString(), 3, "file", "byte E9", "text in UTF-8"));
  }

  @Test
  void file_thatIsTooLong_isRefused() throws IOException {
    assertThat(problems(new byte[YamlTree.MAX_LENGTH + 1]))
        .extracting(Problem::value, Problem::expected)
        .containsExactly(org.assertj.core.groups.Tuple.tuple("too long", "at most 67108864 bytes"));
  }
}
