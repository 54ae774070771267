package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests files of ten thousand rules. */
class ManyRulesTest {
  private static final int RULES = 10_000;
  private static final int ROUNDS = 5;

  @Test
  void tenThousandRules_areReadInOrderWithinFiveSeconds() {
    String text = text();
    RuleBook book = RuleBook.EMPTY;
    long best = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      book = RuleFile.parse(text, "f");
      best = Math.min(best, System.nanoTime() - start);
    }

    System.out.printf("%d rules, %d KB: %d ms%n", RULES, text.length() / 1024, best / 1_000_000);
    assertThat(book.rules()).hasSize(RULES);
    assertThat(book.rules()).extracting(Rule::id).isEqualTo(ids());
    assertThat(book.rules().get(4711)).isEqualTo(RuleFile.parseRule(fields(4711), "f"));
    assertThat(Duration.ofNanos(best)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void everyProblem_inTenThousandRules_isReported() {
    List<String> lines = text().lines().map(line -> line.replace("/1m", "/1x")).toList();
    String text = String.join("\n", lines);
    try {
      RuleFile.parse(text, "f");
    } catch (InvalidRuleFileException e) {
      assertThat(e.problems()).hasSize(RULES);
      assertThat(e.problems())
          .allSatisfy(p -> assertThat(lines.get(p.line() - 1)).contains("free: "));
      return;
    }
    throw new AssertionError("not refused");
  }

  private static List<String> ids() {
    return IntStream.range(0, RULES).mapToObj(i -> "rule-" + i).toList();
  }

  private static String text() {
    StringBuilder text = new StringBuilder("version: 1\ntiers: [free, pro]\nrules:\n");
    for (int i = 0; i < RULES; i++) {
      text.append("  - ").append(fields(i).indent(4).strip()).append('\n');
    }
    return text.toString();
  }

  private static String fields(int i) {
    return """
    id: rule-%d
    match:
      endpoint: /api/v%d/orders-%d/{id}/**
      methods: [POST, PUT]
      services: [order-api-%d]
    key: [user, endpoint]
    limits:
      free: %d/1m
      pro: [1000/1h, 20000/1d]
    algorithm: sliding-window-counter
    """
        .formatted(i, i % 7, i, i % 100, 1 + i);
  }
}
