package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.replay.output.ReplayJson;
import com.throttlex.replay.output.ReplayText;
import com.throttlex.rules.RuleFile;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keys of a log with names of hosts in place of addresses. */
class HostNameKeysTest {
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - id: pages
          key: [ip, endpoint]
          limits: %s
          algorithm: fixed-window
      """;

  private static ReplayResult replay(boolean mask) {
    String line = "%s - - [16/Nov/2026:08:00:01 +0000] \"GET /a HTTP/1.1\" 200 5 \"-\" \"x\"%n";
    String log =
        String.format(line, "unicomp6.example.net").repeat(5)
            + String.format(line, "2001:db8::1").repeat(4);
    LogSource source =
        LogSource.of(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "log");
    return new ReplayRun(
            new TrafficLog(List.of(source), LogOptions.DEFAULT),
            RuleFile.parse(RULES.formatted("2/1m"), "rules.yml"),
            RuleFile.parse(RULES.formatted("3/1m"), "rules.yml"),
            new ReplayOptions(0, mask, 10, 0))
        .run(() -> true);
  }

  @Test
  void keys_ofHostNames_showTheName() {
    ReplayResult result = replay(false);

    assertThat(result.now().rules().get(0).mostDenied())
        .extracting(DeniedKey::key)
        .containsExactly(
            "pages|ip=unicomp6.example.net|endpoint=/a", "pages|ip=2001:db8::/64|endpoint=/a");
    assertThat(ReplayText.of(result))
        .contains("\n  ip=unicomp6.example.net|endpoint=/a")
        .contains("5 lines have a host name in place of an address");
  }

  @Test
  void keysOfHostNames_withMask_areMasked() {
    ReplayResult result = replay(true);

    assertThat(ReplayText.of(result)).doesNotContain("unicomp6").contains("pages|ip=fd…");
    assertThat(ReplayJson.toMap(result).toString()).doesNotContain("unicomp6");
  }
}
