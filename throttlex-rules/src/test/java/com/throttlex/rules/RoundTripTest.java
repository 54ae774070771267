package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.algorithm.Rate;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Match;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a written rule file reads back as an equal book. */
class RoundTripTest {
  private static final int SEEDS = 1000;

  static LongStream seeds() {
    return LongStream.range(0, SEEDS / 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void writtenBook_readBack_isEqual(long hundred) {
    for (long seed = 100 * hundred; seed < 100 * hundred + 100; seed++) {
      RuleBook book = new RandomBooks(seed).book();

      String text = RuleFile.write(book);

      RuleBook again = RuleFile.parse(text, "seed " + seed);
      assertThat(again.preamble()).as("seed %s%n%s", seed, text).isEqualTo(book.preamble());
      assertThat(again.rules()).as("seed %s%n%s", seed, text).isEqualTo(book.rules());
      assertThat(RuleFile.write(again)).as("seed %s", seed).isEqualTo(text);
    }
  }

  @Test
  void everyKeyOfARule_isInSomeRandomBookAndKeptByTheBuilder() {
    List<Rule> rules =
        LongStream.range(0, 100)
            .mapToObj(seed -> new RandomBooks(seed).book())
            .flatMap(book -> book.rules().stream())
            .toList();
    assertThat(rules.stream().flatMap(rule -> RuleFile.toMap(rule).keySet().stream()).distinct())
        .containsExactlyInAnyOrderElementsOf(FieldNames.RULE);
    assertThat(rules).allMatch(rule -> rule.toBuilder().build().equals(rule));
  }

  @Test
  void writtenBook_equalsAFileWrittenByHand() {
    String text =
        """
        version: 1
        tiers: [free, pro, enterprise]
        default-rule: deny
        priorities:
          - {match: {endpoint: /health/**}, class: critical}
          - match:
              endpoint: /reports/{id}/**
              services: [order-api, billing-api, shipping-api]
              attributes: {region: eu}
              tiers: [free]
            class: low
          - {header: x-priority}
          - {attribute: class, at-most: high}
        adaptive:
          weights: {response-time: 0.5, cpu: 0.25, memory: 0.25}
          thresholds: {critical: 0.1}
          bounds:
            response-time: {good: 200ms, bad: 1s}
            cpu: {good: 0.7, bad: 1.5}
          gains: {integral: 0}
          smoothing: 0.0000001
          growth: 1.5
          stale-after: 1m
        rules:
          - id: orders-per-user
            match:
              endpoint: /api/v1/orders/{id}/**
              methods: [POST, PUT]
              services: [order-api]
              attributes: {region: eu, level: "5"}
              tiers: [pro]
              priorities: [high, low]
              users: [alice, "7"]
              ips: ["203.0.113.7", "2001:db8::/64"]
              api-keys: [sha256:7c35c5a1785d20704e44d5de4beb81c1]
            key: [user, header:x-tenant]
            limits:
              free: 100/1m
              pro: [1000/1m, 20000/day]
              enterprise: {amount: 10000, period: 1m, burst: 500}
            algorithm: gcra
            cost: 2
            mode: shadow
            rollout: 25
            shares: {high: 100, low: {free: 20, pro: 50}}
            on-exceed: {delay: 500ms}
            on-store-failure: allow
            sync: leased
            adaptive: {min: 50, max: 50000, health: [orders-db]}
            replaces: ["5"]
            zone: Europe/Berlin
          - id: "5"
            limits: [10/1s, 100/1m]
            burst: 100
            on-exceed: shed
          - id: held
            limits: 10/1s
            on-exceed: {queue: 5s}
          - id: queued
            limits: 10/1s
            on-exceed: queue
        """;

    assertThat(RuleFile.write(RuleFile.parse(text, "f"))).isEqualTo(text);
  }

  @Test
  void apiKeyInClear_isWrittenAsItsDigest() {
    String text = "{version: 1, rules: [{id: a, match: {api-keys: [k-1]}, limits: 1/1s}]}";

    String written = RuleFile.write(RuleFile.parse(text, "f"));

    assertThat(written).contains("sha256:7c35c5a1785d20704e44d5de4beb81c1").doesNotContain("k-1");
    assertThat(RuleFile.write(RuleFile.parse(written, "f"))).isEqualTo(written);
  }

  @Test
  void list_tooLongForOneLine_isWrittenOneItemPerLine() {
    List<String> services =
        Stream.iterate(1, i -> i + 1).limit(20).map(i -> "service-" + i).toList();
    Match match = new Match(null, Set.of(), Set.copyOf(services), Map.of(), Set.of(), Set.of());
    RuleBook book = RuleBook.of(Rule.builder("a").match(match).limits("1/1s").build());

    assertThat(RuleFile.write(book).lines())
        .contains("      services:", "        - service-1", "        - service-20")
        .allMatch(line -> line.length() <= 100);
  }

  @Test
  void defaults_areNotWritten() {
    RuleBook book = RuleFile.parse("{version: 1, rules: [{id: a, limits: [1/60s], key: ip}]}", "f");

    assertThat(RuleFile.write(book)).isEqualTo("version: 1\nrules:\n  - id: a\n    limits: 1/1m\n");
  }

  @Test
  void emptyBook_isWrittenWithoutRules() {
    assertThat(RuleFile.write(RuleBook.EMPTY))
        .isEqualTo("version: 1\ndefault-rule: none\nrules: []\n");
  }

  @Test
  void ruleAsMap_hasTheFieldsInRuleFileOrder() {
    Map<String, Object> map =
        RuleFile.toMap(
            RuleFile.parseRule(
                "{cost: 2, limits: {a: [{amount: 5, period: 1s, burst: 9}, 2/1m]},"
                    + " match: {methods: GET}, id: x}",
                "f"));

    assertThat(map.keySet()).containsExactly("id", "match", "limits", "cost");
    assertThat(map)
        .isEqualTo(
            Map.of(
                "id",
                "x",
                "match",
                Map.of("methods", List.of("GET")),
                "limits",
                Map.of("a", List.of(Map.of("amount", 5L, "period", "1s", "burst", 9L), "2/1m")),
                "cost",
                2L));
  }

  @Test
  void preambleAsMap_hasOnlyNonDefaultSettings() {
    String text = "{version: 1, tiers: [a], priorities: [{class: low}], adaptive: {growth: 1.5}}";

    assertThat(RuleFile.toMap(RuleFile.parse(text, "f").preamble()))
        .isEqualTo(
            Map.of(
                "tiers",
                List.of("a"),
                "priorities",
                List.of(Map.of("class", "low")),
                "adaptive",
                Map.of("growth", new BigDecimal("1.5"))));
    assertThat(RuleFile.toMap(RuleFile.parse("version: 1", "f").preamble())).isEmpty();
  }

  @Test
  void settings_thatNoFileCanExpress_areRefused() {
    AdaptiveSettings usual = AdaptiveSettings.DEFAULTS;
    AdaptiveSettings learning =
        new AdaptiveSettings(
            usual.weights(),
            usual.thresholds(),
            Map.of(),
            usual.gains(),
            usual.interval(),
            usual.changeInterval(),
            usual.staleAfter());
    Preamble preamble = new Preamble(List.of(), Fallback.ALLOW, List.of(), learning);

    assertThatIllegalArgumentException().isThrownBy(() -> RuleFile.toMap(preamble));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RuleFile.write(RuleBook.of(preamble, List.of())));
  }

  static Stream<Rule> unspeakable() {
    Rate half = Rate.of(1, Duration.ofNanos(1_500_000));
    Rate inBerlin = Rate.parse("1/day", ZoneId.of("Europe/Berlin"));
    return Stream.of(
        rule(half),
        rule(inBerlin, Rate.parse("1/week")),
        Rule.builder("a").limits("amount", List.of(Rate.parse("1/1s"))).build(),
        Rule.builder("a")
            .limits("1/1s")
            .onExceed(OnExceed.delay(Duration.ofNanos(1_500_000)))
            .build(),
        Rule.builder("a")
            .limits("1/1s")
            .match(new Match(null, Set.of(), Set.of(""), Map.of(), Set.of(), Set.of()))
            .build());
  }

  private static Rule rule(Rate... rates) {
    return Rule.builder("a").limits(Rule.EVERY_TIER, List.of(rates)).build();
  }

  @ParameterizedTest
  @MethodSource("unspeakable")
  void rule_thatNoFileCanExpress_isRefused(Rule rule) {
    assertThatIllegalArgumentException().isThrownBy(() -> RuleFile.toMap(rule));
  }

  @Test
  void defaultRule_withAnotherName_isRefused() {
    RuleBook book =
        RuleBook.of(
            List.of(),
            new Fallback.Default(Rule.builder("other").limits("1/1s").build()),
            List.of());

    assertThatIllegalArgumentException()
        .isThrownBy(() -> RuleFile.write(book))
        .withMessage("book of 0 rules (expected: only values that a rule file can express)");
  }
}
