package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rules.RuleFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code suggest}, on log files. */
class SuggestCommandTest {
  private static final Path PAGE = Path.of("..", "docs", "REPLAY.md");

  @TempDir static Path folder;
  private static String suggested;

  private final Terminal terminal = new Terminal(folder);

  @BeforeAll
  static void suggest() throws IOException {
    Files.writeString(folder.resolve("access.log"), ShopLog.text());
    Terminal terminal = new Terminal(folder);
    assertThat(terminal.run("suggest", "access.log")).isEqualTo(0);
    suggested = terminal.out();
    Files.writeString(folder.resolve("suggested.yml"), suggested);
  }

  @Test
  void output_isAValidRuleFile() {
    assertThat(terminal.run("rules", "validate", "suggested.yml")).isEqualTo(0);
    assertThat(RuleFile.parse(suggested, "suggested.yml").rules())
        .extracting(rule -> String.valueOf(rule.match().endpoint()))
        .containsExactlyInAnyOrder("null", "/orders/{id}", "/products/{id}", "/orders", "/login");
  }

  @Test
  void output_inReplay_deniesOnlyThoseThatStandApart() throws IOException {
    Files.writeString(
        folder.resolve("enforced.yml"), suggested.replace("mode: shadow", "mode: enforce"));
    assertThat(terminal.run("replay", "access.log", "--rules", "enforced.yml")).isEqualTo(0);
    assertThat(terminal.out()).contains("login-per-ip|ip=203.0.113.9", "ip=192.0.2.1");
    assertThat(terminal.out()).doesNotContain("ip=198.51.");
  }

  @Test
  void page_showsTheOutput() throws IOException {
    List<String> blocks =
        Pattern.compile("```yaml\\n(# Suggested from .*?|  # .*?)```", Pattern.DOTALL)
            .matcher(Files.readString(PAGE))
            .results()
            .map(MatchResult::group)
            .map(block -> block.substring("```yaml\n".length(), block.length() - 3))
            .toList();
    assertThat(blocks).hasSize(2).allSatisfy(block -> assertThat(suggested).contains(block));
  }

  @Test
  void files_areReportedLineByLine() throws IOException {
    Files.writeString(folder.resolve("broken.log"), ShopLog.text() + "no request\n\nneither\n");
    assertThat(terminal.run("suggest", "broken.log")).isEqualTo(0);
    long requests = ShopLog.text().lines().count();
    assertThat(terminal.err())
        .contains(
            "broken.log: combined; "
                + (requests + 3)
                + " lines: "
                + requests
                + " requests,"
                + " 2 broken, 1 blank",
            "broken.log:" + (requests + 1) + ": no ident in: \"no request\"");
    assertThat(terminal.out().lines().skip(1)).containsAll(suggested.lines().skip(1).toList());
  }

  @Test
  void standardInput_isReadOnceAndUsedSeveralTimes() {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(ShopLog.text().getBytes(StandardCharsets.UTF_8)));
    try {
      assertThat(terminal.run("suggest", "-")).isEqualTo(0);
    } finally {
      System.setIn(before);
    }
    assertThat(terminal.out()).isEqualTo(suggested);
  }

  @Test
  void mask_hidesTheValuesOfKeys() {
    assertThat(terminal.run("suggest", "access.log", "--mask")).isEqualTo(0);
    assertThat(suggested).contains("203.0.113.9");
    assertThat(terminal.out()).doesNotContain("203.0.113.9").contains("stands apart");
  }

  @Test
  void mask_hidesTheTextOfBrokenLines() throws IOException {
    Files.writeString(folder.resolve("secret.log"), ShopLog.text() + "my secret\n");
    assertThat(terminal.run("suggest", "secret.log", "--mask")).isEqualTo(0);
    assertThat(terminal.err()).doesNotContain("my secret").contains(": no ident\n");
  }

  @Test
  void allKeys_countsKeysThatStandApart() {
    assertThat(terminal.run("suggest", "access.log", "--all-keys")).isEqualTo(0);
    assertThat(terminal.out()).doesNotContain("apart").isNotEqualTo(suggested);
  }

  @Test
  void shortLog_givesAReasonAndExitCodeOne() throws IOException {
    Files.writeString(folder.resolve("short.log"), ShopLog.text().substring(0, 500));
    assertThat(terminal.run("suggest", "short.log")).isEqualTo(1);
    assertThat(terminal.out()).contains("Too few requests", "rules: []");
    Files.writeString(folder.resolve("none.yml"), terminal.out());
    assertThat(terminal.run("rules", "validate", "none.yml")).isEqualTo(0);
  }

  @Test
  void emptyAndAbsentFiles_areErrors() throws IOException {
    Files.writeString(folder.resolve("empty.log"), "");
    assertThat(terminal.run("suggest", "empty.log")).isEqualTo(3);
    assertThat(terminal.err()).contains("no request could be read");
    assertThat(terminal.run("suggest", "absent.log")).isEqualTo(2);
    assertThat(terminal.err()).contains("absent.log: no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.1", "0%", "51%", "-1%", "x", "1e-3%", "0.1%%", ""})
  void deny_thatIsNoShare_isWrongUsage(String share) {
    assertThat(terminal.run("suggest", "access.log", "--deny=" + share)).isEqualTo(2);
    assertThat(terminal.err()).contains("deny: \"" + share + "\" (expected: more than 0%");
  }

  @Test
  void deny_thatIsLarger_givesLowerLimits() {
    assertThat(terminal.run("suggest", "access.log", "--deny", "20 %")).isEqualTo(0);
    assertThat(terminal.out()).contains("at most 20 % of its keys");
    assertThat(amount(terminal.out())).isLessThan(amount(suggested));
  }

  private static long amount(String file) {
    return RuleFile.parse(file, "file").rules().get(0).limits().get("*").get(0).amount();
  }
}
