package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.replay.output.ReplayText;
import com.throttlex.replay.report.ReplayReport;
import com.throttlex.request.ShownText;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Texts of a log that control a terminal or turn other texts around never reach an output. */
class UnsafeTextTest {
  /** Escape, C1 control, delete, bidi marks, zero width, line separator, byte order mark, tag. */
  private static final List<Integer> UNSAFE =
      List.of(
          0x1b, 0x07, 0x9b, 0x7f, 0x202e, 0x2066, 0x200f, 0x061c, 0x200b, 0x2028, 0xfeff, 0xe0041);

  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: users, key: [user, ip], limits: 1/1m, algorithm: fixed-window}
      """;

  private static String unsafe() {
    return UNSAFE.stream().map(Character::toString).collect(Collectors.joining("x"));
  }

  /** Returns those that a user may have: controls are refused, as by the service. */
  private static String printed() {
    return UNSAFE.stream()
        .filter(c -> !Character.isISOControl(c))
        .map(Character::toString)
        .collect(Collectors.joining("x"));
  }

  private static ReplayResult replay() {
    String line = "{\"time\":1794816000,\"user\":\"a" + printed() + "z\",\"ip\":\"10.0.0.1\"}\n";
    String broken =
        "{\"time\":\""
            + unsafe()
            + "\",\"user\":\"u\"}\n"
            + unsafe()
            + "\n"
            + "{\"time\":1794816000,\"ip\":\""
            + escaped()
            + "\"}\n"
            + "{\"time\":1794816000,\"priority\":\""
            + escaped()
            + "\"}\n"
            + "{\"time\":1794816000,\"endpoint\":\"/%2f"
            + escaped()
            + "\"}\n";
    byte[] bytes = (line.repeat(3) + broken).getBytes(StandardCharsets.UTF_8);
    LogSource log = LogSource.of(new ByteArrayInputStream(bytes), "log" + unsafe());
    byte[] unknown = ("none " + unsafe() + "\n").getBytes(StandardCharsets.UTF_8);
    LogSource other = LogSource.of(new ByteArrayInputStream(unknown), "other");
    return new ReplayRun(
            new TrafficLog(List.of(log, other), LogOptions.DEFAULT),
            book(),
            book(),
            ReplayOptions.DEFAULT)
        .run(() -> true);
  }

  /** Returns the characters as JSON writes them, so that the parser sees them. */
  private static String escaped() {
    StringBuilder text = new StringBuilder();
    unsafe().chars().forEach(c -> text.append(String.format("\\u%04x", c)));
    return text.toString();
  }

  private static RuleBook book() {
    return RuleFile.parse(RULES, "rules.yml");
  }

  private static Set<String> unsafeIn(String text) {
    return text.codePoints()
        .filter(c -> c != '\n' && ShownText.isInvisible(c))
        .mapToObj(c -> String.format("U+%04X", c))
        .collect(Collectors.toSet());
  }

  @Test
  void tables_haveNoUnsafeText() {
    String text = ReplayText.of(replay());

    assertThat(text).contains("users|user=a");
    assertThat(unsafeIn(text)).isEmpty();
  }

  @Test
  void report_hasNoUnsafeText() {
    String html = ReplayReport.html(replay(), book(), book(), Instant.EPOCH);

    assertThat(html).contains("user=a");
    assertThat(unsafeIn(html)).isEmpty();
  }
}
