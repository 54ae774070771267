package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.Signal;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.key.SecretValue;
import com.throttlex.rule.KeyPart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the examples and tables in docs/RULES.md are correct. */
class RulesPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w[^\\n]*)\\n(.*?)^```$");

  private record Block(String kind, String text) {
    @Override
    public String toString() {
      return kind + ": " + text.lines().findFirst().orElse("");
    }
  }

  private static String page() {
    try {
      return Files.readString(Path.of("..", "docs", "RULES.md"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Block> blocks() {
    return BLOCK
        .matcher(page())
        .results()
        .map(found -> new Block(found.group(1), found.group(2)))
        .toList();
  }

  static Stream<Block> yaml() {
    return blocks().stream().filter(block -> block.kind().equals("yaml"));
  }

  @ParameterizedTest
  @MethodSource("yaml")
  void validExample_isRead(Block block) {
    if (block.text().startsWith("id:")) {
      assertThat(RuleFile.parseRule(block.text(), "rules.yml").id()).isNotEmpty();
    } else {
      assertThat(RuleFile.parse(block.text(), "rules.yml").rules()).isNotEmpty();
    }
  }

  @Test
  void invalidExample_isRefusedWithTheProblemsShownAfterIt() {
    List<Block> blocks = blocks();
    List<Block> invalid =
        blocks.stream().filter(block -> block.kind().equals("yaml invalid")).toList();
    assertThat(invalid).hasSize(1);
    String text = invalid.get(0).text();
    Block shown = blocks.get(blocks.indexOf(invalid.get(0)) + 1);

    InvalidRuleFileException refused =
        catchThrowableOfType(
            InvalidRuleFileException.class, () -> RuleFile.parse(text, "rules.yml"));

    assertThat(shown.kind()).isEqualTo("text");
    assertThat(refused).hasMessage(shown.text().strip());
  }

  @Test
  void adaptiveSettings_shownAsDefaults_areTheDefaults() {
    String shown =
        yaml().map(Block::text).filter(text -> text.contains("the defaults")).findFirst().get();

    AdaptiveSettings read = RuleFile.parse(shown, "rules.yml").preamble().adaptive();

    AdaptiveSettings usual = AdaptiveSettings.DEFAULTS;
    Map<Signal, Bounds> bounds = new EnumMap<>(usual.bounds());
    bounds.put(Signal.RESPONSE_TIME, new Bounds(200, 1000));
    assertThat(read)
        .isEqualTo(
            new AdaptiveSettings(
                usual.weights(),
                usual.thresholds(),
                bounds,
                usual.gains(),
                usual.interval(),
                usual.changeInterval(),
                usual.staleAfter()));
  }

  @Test
  void digestExample_isOfTheApiKeyShown() {
    assertThat(blocks())
        .extracting(Block::text)
        .contains("orders|api-key=" + SecretValue.digest("ak_1") + "\n");
    assertThat(page()).contains("printf %s ak_1 | sha256sum");
  }

  @ParameterizedTest
  @MethodSource("secretWords")
  void wordListedAsSecret_marksASecretName(String word) {
    assertThat(KeyPart.parse("header:X-" + word + "-1").isSecret()).isTrue();
  }

  static Stream<String> secretWords() {
    String list = page().substring(page().indexOf("whose name contains"));
    return Pattern.compile("`([a-z-]+)`")
        .matcher(list.substring(0, list.indexOf('.')))
        .results()
        .map(word -> word.group(1));
  }

  @Test
  void envoyExample_isImportedAsTheFileShownAfterIt() {
    List<Block> blocks = blocks();
    Block envoy =
        blocks.stream()
            .filter(block -> block.kind().equals("yaml envoy"))
            .findFirst()
            .orElseThrow();
    Block shown = blocks.get(blocks.indexOf(envoy) + 1);

    EnvoyImport imported = EnvoyRules.parse(envoy.text(), "envoy.yml");

    assertThat(shown.kind()).isEqualTo("yaml imported");
    assertThat(RuleFile.write(imported.book())).isEqualTo(shown.text());
    assertThat(imported.notEquivalent()).isEmpty();
  }

  @Test
  void everyCodeBlock_isOfATestedKind() {
    assertThat(blocks())
        .extracting(Block::kind)
        .containsOnly("yaml", "yaml invalid", "text", "yaml envoy", "yaml imported");
    assertThat(yaml()).hasSizeGreaterThan(4);
  }

  @Test
  void everyFieldAndKeyword_isListed() {
    assertThat(rows("## The file")).containsExactlyElementsOf(FieldNames.BOOK);
    assertThat(rows("## A rule")).containsExactlyElementsOf(FieldNames.RULE);
    assertThat(rows("## Matching")).containsExactlyElementsOf(FieldNames.MATCH);
    assertThat(rows("## Classes and shares")).containsExactly("class", "header", "attribute");
    assertThat(rows("## Adaptive limits")).containsAll(FieldNames.SETTINGS).contains("health");
    assertThat(page())
        .contains(String.join(" ", FieldNames.SIGNALS))
        .contains(words(Algorithm.values()))
        .contains(words(KeyPart.Kind.values()) + ":NAME")
        .contains(String.join(" ", FieldNames.SHARES));
  }

  private static String words(Enum<?>[] constants) {
    return String.join(" ", Arrays.stream(constants).map(FieldNames::word).toList())
        .replace("attribute header", "attribute:NAME header");
  }

  /** Returns the first column of the table in a chapter. */
  private static List<String> rows(String chapter) {
    String page = page();
    String text = page.substring(page.indexOf(chapter + "\n") + chapter.length());
    return Pattern.compile("(?m)^\\| `([^`]+)` \\|")
        .matcher(text.substring(0, text.indexOf("\n## ")))
        .results()
        .map(row -> row.group(1))
        .toList();
  }
}
