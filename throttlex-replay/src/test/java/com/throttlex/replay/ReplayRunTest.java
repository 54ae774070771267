package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.replay.output.ReplayJson;
import com.throttlex.replay.output.ReplayText;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.store.MemoryBudget;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A replay of small logs with known answers. */
class ReplayRunTest {
  private static final String FIVE_A_MINUTE =
      """
      version: 1
      default-rule: none
      rules:
        - id: per-address
          key: [ip]
          limits: 5/1m
          algorithm: fixed-window
      """;

  private static RuleBook book(String yaml) {
    return RuleFile.parse(yaml, "rules.yml");
  }

  private static ReplayResult replay(
      String log, String rules, @Nullable String against, ReplayOptions options) {
    LogSource source =
        LogSource.of(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "log");
    return new ReplayRun(
            new TrafficLog(List.of(source), LogOptions.DEFAULT),
            book(rules),
            against == null ? null : book(against),
            options,
            MemoryBudget.ofHeap(256L << 20))
        .run(() -> true);
  }

  private static ReplayResult replay(String log, String rules) {
    return replay(log, rules, null, ReplayOptions.DEFAULT);
  }

  private static String json(double second, String ip, String more) {
    return String.format(
        Locale.ROOT, "{\"time\":%.3f,\"ip\":\"%s\"%s}%n", 1794816000 + second, ip, more);
  }

  private static String requests(int count, double from, double step, String ip) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(json(from + i * step, ip, ""));
    }
    return text.toString();
  }

  @Test
  void denials_areCountedByRuleKeyAndTime() {
    String log =
        requests(8, 0, 1, "10.0.0.1")
            + requests(3, 10, 1, "10.0.0.2")
            + requests(7, 60, 1, "10.0.0.1")
            + requests(1, 120, 1, "10.0.0.3");
    ReplayResult result = replay(log, FIVE_A_MINUTE);
    RuleResult rule = result.now().rules().get(0);

    assertThat(result.now().totals()).isEqualTo(new ReplayTotals(19, 0, 14, 5, 0, 0, 0, 0, 5));
    assertThat(rule.requests()).isEqualTo(19);
    assertThat(rule.keys()).isEqualTo(3);
    assertThat(rule.denied()).isEqualTo(5);
    assertThat(rule.deniedKeys()).isEqualTo(1);
    assertThat(rule.busiestMinute())
        .isEqualTo(new BusiestMinute(Instant.ofEpochSecond(1794816000), 11, 3));
    assertThat(rule.mostDenied())
        .containsExactly(
            new DeniedKey(
                "per-address|ip=10.0.0.1",
                15,
                5,
                Instant.ofEpochSecond(1794816005),
                Instant.ofEpochSecond(1794816066),
                3,
                Instant.ofEpochSecond(1794816005),
                Instant.ofEpochSecond(1794816007)));
    assertThat(rule.deniedShares())
        .extracting(DeniedShare::keys)
        .containsExactly(2L, 0L, 0L, 0L, 0L, 1L, 0L, 0L);
    assertThat(result.now().timeline().requests()).containsExactly(11, 7, 1);
    assertThat(result.now().timeline().denied()).containsExactly(3, 2, 0);
    assertThat(rule.timeline().denied()).containsExactly(3, 2, 0);
  }

  @Test
  void shadowRule_countsButNeverDenies() {
    ReplayResult result =
        replay(requests(8, 0, 1, "10.0.0.1"), FIVE_A_MINUTE + "    mode: shadow\n");

    assertThat(result.now().totals().denied()).isZero();
    assertThat(result.now().totals().shadowDenied()).isEqualTo(3);
    assertThat(result.now().rules().get(0).shadowDenied()).isEqualTo(3);
    assertThat(result.now().rules().get(0).mostDenied()).hasSize(1);
  }

  @Test
  void delayedRequests_areCountedWithTheirDelay() {
    String rules =
        """
        version: 1
        default-rule: none
        rules:
          - {id: smooth, key: [ip], limits: 1/1s, on-exceed: {delay: 5s}}
        """;
    ReplayTotals totals = replay(requests(3, 0, 0, "10.0.0.1"), rules).now().totals();

    assertThat(totals.delayed()).isPositive();
    assertThat(totals.delayNanos()).isPositive();
    assertThat(totals.denied()).isZero();
  }

  @Test
  void comparison_saysWhoFaresDifferently() {
    String log = requests(8, 0, 1, "10.0.0.1") + requests(3, 10, 1, "10.0.0.2");
    String renamed = FIVE_A_MINUTE.replace("5/1m", "2/1m").replace("per-address", "other");
    ReplayComparison comparison =
        replay(log, renamed, FIVE_A_MINUTE, ReplayOptions.DEFAULT).comparison();

    assertThat(comparison)
        .isEqualTo(
            new ReplayComparison(
                4,
                3,
                4,
                0,
                2,
                0,
                List.of(
                    new KeyDifference("ip=10.0.0.1", 8, 3, 6),
                    new KeyDifference("ip=10.0.0.2", 3, 0, 1))));
  }

  @Test
  void retries_comeBackAfterRetryAfter() {
    ReplayResult result =
        replay(
            requests(7, 0, 1, "10.0.0.1"), FIVE_A_MINUTE, null, new ReplayOptions(3, false, 10, 0));

    assertThat(result.now().totals()).isEqualTo(new ReplayTotals(7, 2, 7, 2, 0, 0, 0, 0, 0));
    assertThat(result.notes()).noneMatch(note -> note.startsWith("retries"));
    assertThat(replay(requests(7, 0, 1, "10.0.0.1"), FIVE_A_MINUTE).notes())
        .anyMatch(note -> note.startsWith("retries are not modelled"));
  }

  @Test
  void slots_areFreeAfterTheResponseTimeOfTheLog() {
    String rules =
        """
        version: 1
        default-rule: none
        rules:
          - {id: slots, key: [ip], limits: 1/30s, algorithm: concurrency}
        """;
    String quick = ",\"duration\":0.5,\"status\":200";
    String log =
        json(0, "10.0.0.1", quick) + json(0.4, "10.0.0.1", quick) + json(1, "10.0.0.1", quick);

    assertThat(replay(log, rules).now().totals().denied()).isEqualTo(1);
    ReplayResult without = replay(requests(3, 0, 1, "10.0.0.1"), rules);
    assertThat(without.now().totals().denied()).isEqualTo(2);
    assertThat(without.notes())
        .anyMatch(note -> note.startsWith("requests in flight under slots are not modelled"));
  }

  @Test
  void overlappingRequests_withTheTimeOfTheirEnd_holdTwoSlots() {
    String rules =
        """
        version: 1
        default-rule: none
        rules:
          - {id: slots, key: [ip], limits: 1/30s, algorithm: concurrency}
        """;
    String log =
        """
        {"msec":1794816004,"remote_addr":"10.0.0.1","request_time":3}
        {"msec":1794816005,"remote_addr":"10.0.0.1","request_time":3}
        {"msec":1794816007,"remote_addr":"10.0.0.1","request_time":1}
        """;
    ReplayResult result = replay(log, rules);

    assertThat(result.now().totals().denied()).isEqualTo(1); // from 1 to 4, from 2 to 5; from 6 on
    assertThat(result.first()).isEqualTo(Instant.ofEpochSecond(1794816001));
  }

  @Test
  void adaptiveLimit_movesOnlyWithResponseTimes() {
    String rules =
        """
        version: 1
        default-rule: none
        rules:
          - {id: moves, key: [global], limits: 100/1s, adaptive: {min: 10, max: 100}}
        """;
    StringBuilder failing = new StringBuilder();
    StringBuilder silent = new StringBuilder();
    for (int i = 0; i < 9000; i++) {
      failing.append(json(i / 50.0, "10.0.0.1", ",\"duration\":9,\"status\":500"));
      silent.append(json(i / 50.0, "10.0.0.1", ""));
    }
    ReplayResult moved = replay(failing.toString(), rules);
    ReplayResult fixed = replay(silent.toString(), rules);

    assertThat(moved.now().totals().denied()).isPositive();
    assertThat(moved.notes()).anyMatch(note -> note.contains("follow the response times"));
    assertThat(fixed.now().totals().denied()).isZero();
    assertThat(fixed.notes())
        .anyMatch(note -> note.startsWith("adaptive limits of moves are not modelled"));
  }

  @Test
  void timesThatGoBack_areDecidedAtTheTimeReachedAndReported() {
    String log = requests(2, 1000, 1, "10.0.0.1") + requests(5, 0, 1, "10.0.0.1");
    ReplayResult result = replay(log, FIVE_A_MINUTE);

    assertThat(result.late()).isEqualTo(0); // the two lines waited for others, and were put behind
    log = requests(2, 1000, 100, "10.0.0.1") + requests(5, 0, 1, "10.0.0.1");
    result = replay(log, FIVE_A_MINUTE);

    assertThat(result.late()).isEqualTo(5); // all lines after the one that was decided
    assertThat(result.notes())
        .anyMatch(note -> note.contains("the first is log:3 at "))
        .anyMatch(note -> note.contains("s behind (a longer --out-of-order sorts them)"));
  }

  @Test
  void moreKeysThanTheMemoryHolds_stopTheReplayWithAReason() {
    StringBuilder log = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      log.append(json(i, "10.0." + i / 250 + "." + i % 250, ""));
    }
    ReplayResult result =
        replay(log.toString(), FIVE_A_MINUTE, null, new ReplayOptions(0, false, 10, 1000));

    assertThat(result.stopped()).startsWith("log:1001: more than 1000 keys").contains("--max-keys");
    assertThat(result.now().rules().get(0).keys()).isEqualTo(1000);
  }

  @Test
  void maskedKeys_hideValuesEverywhere() {
    String log = requests(8, 0, 1, "10.0.0.1") + "cut: 10.0.0.1 \"10.0.0.1\" {\n";
    ReplayResult result =
        replay(
            log,
            FIVE_A_MINUTE,
            FIVE_A_MINUTE.replace("5/1m", "7/1m"),
            new ReplayOptions(0, true, 10, 0));

    assertThat(ReplayText.of(result)).contains("per-address|ip=10…").doesNotContain("10.0.0.1");
    assertThat(ReplayText.of(result)).contains("log:9: not in the format of the file");
    assertThat(ReplayJson.toMap(result).toString()).doesNotContain("10.0.0.1");
  }

  @Test
  void json_hasTheNumbersOfTheResult() {
    Map<String, Object> map =
        ReplayJson.toMap(replay(requests(8, 0, 1, "10.0.0.1"), FIVE_A_MINUTE));

    assertThat(map).containsEntry("lines", 8L).containsEntry("requests", 8L);
    assertThat(map.get("totals").toString()).contains("denied=3");
    assertThat(map.get("rules").toString()).contains("rule=per-address", "longestStreak={denied=3");
  }
}
