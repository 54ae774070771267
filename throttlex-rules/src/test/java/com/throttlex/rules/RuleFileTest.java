package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.adaptive.AdaptiveSettings;
import com.throttlex.adaptive.Bounds;
import com.throttlex.adaptive.Gains;
import com.throttlex.adaptive.Signal;
import com.throttlex.adaptive.Thresholds;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Classifier;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that each field of a rule file is read. */
class RuleFileTest {
  static Stream<Samples.Valid> samples() {
    return Samples.valid();
  }

  @ParameterizedTest
  @MethodSource("samples")
  void validFile_isReadAndSurvivesARoundTrip(Samples.Valid sample) {
    RuleBook book = RuleFile.parse(sample.text(), "f");

    RuleBook again = RuleFile.parse(RuleFile.write(book), "again");
    assertThat(again.rules()).isEqualTo(book.rules());
    assertThat(again.preamble()).isEqualTo(book.preamble());
  }

  @Test
  void productPageSample_isReadAsExpected() {
    RuleBook book = RuleFile.parse(Samples.valid("the sample of the product page").text(), "f");

    assertThat(book.tiers()).containsExactly("free", "pro", "enterprise");
    assertThat(book.fallback()).isEqualTo(tenASecondForAnAddress());
    assertThat(book.rules())
        .containsExactly(
            Rule.builder("orders-per-user")
                .match(
                    new Match(
                        EndpointPattern.parse("/api/v1/orders/**"),
                        Set.of("POST", "PUT"),
                        Set.of("order-api"),
                        Map.of("region", "eu"),
                        Set.of(),
                        Set.of()))
                .key("user", "endpoint")
                .limits("free", List.of(Rate.parse("100/1m")))
                .limits("pro", List.of(Rate.parse("1000/1m"), Rate.parse("20000/1d")))
                .limits("enterprise", List.of(Rate.parse("10000/1m")))
                .algorithm(Algorithm.SLIDING_WINDOW_COUNTER)
                .build());
  }

  private static Fallback tenASecondForAnAddress() {
    Rate rate = new Rate(10, Period.parse("1s"), 100);
    return new Fallback.Default(
        Rule.builder("default").key("ip").limits(Rule.EVERY_TIER, List.of(rate)).build());
  }

  @Test
  void everyRuleField_isRead() {
    RuleBook book = RuleFile.parse(Samples.valid("every field").text(), "f");

    Rule a = book.rules().get(0);
    assertThat(a.match().endpoint()).hasToString("/api/{id}/*/**");
    assertThat(a.match().methods()).containsExactly("GET", "POST");
    assertThat(a.match().services()).containsExactly("x", "y");
    assertThat(a.match().attributes())
        .isEqualTo(Map.of("region", "eu", "beta", "true", "level", "5", "ratio", "1.5"));
    assertThat(a.match().tiers()).containsExactly("free");
    assertThat(a.match().priorities()).containsExactly(Priority.HIGH, Priority.LOW);
    assertThat(a.match().users()).containsExactly("alice", "7");
    assertThat(a.match().ips()).containsExactly("203.0.113.7", "2001:db8::1");
    assertThat(a.match().apiKeys()).containsExactly("sha256:7c35c5a1785d20704e44d5de4beb81c1");
    assertThat(a.key()).hasSize(10).endsWith(new KeyPart(KeyPart.Kind.HEADER, "x-y"));
    assertThat(a.limits()).containsOnlyKeys(Rule.EVERY_TIER);
    assertThat(a.limits().get(Rule.EVERY_TIER))
        .containsExactly(
            new Rate(100, Period.parse("1m"), 200),
            new Rate(1000, Period.of(Period.CalendarUnit.DAY, ZoneId.of("Europe/Berlin")), 0),
            new Rate(5, Period.parse("250ms"), 200));
    assertThat(a.algorithm()).isEqualTo(Algorithm.LEAKY_BUCKET);
    assertThat(a.cost()).isEqualTo(3);
    assertThat(a.mode()).isEqualTo(Mode.OFF);
    assertThat(a.rollout()).isEqualTo(25);
    assertThat(a.shares().perCent())
        .isEqualTo(
            Map.of(Priority.NORMAL, Map.of("free", 80, "pro", 90), Priority.LOW, Map.of("*", 50)));
    assertThat(a.onExceed()).isEqualTo(OnExceed.QUEUE);
    assertThat(a.onStoreFailure()).isEqualTo(FailureMode.ALLOW);
    assertThat(a.sync()).isEqualTo(Sync.STRICT);
    assertThat(a.adaptive()).isEqualTo(new Adaptive(2, 60_000_000_000L, List.of("db", "x")));
    assertThat(a.replaces()).containsExactly("b");
    assertThat(book.rules().get(1).rollout()).isEqualTo(25);
  }

  @Test
  void everyDefaultRuleField_isRead() {
    RuleBook book = RuleFile.parse(Samples.valid("every field").text(), "f");

    assertThat(book.fallback())
        .isEqualTo(
            new Fallback.Default(
                Rule.builder("default")
                    .key("user", "attribute:tenant")
                    .limits("free", List.of(new Rate(1, Period.parse("1s"), 7)))
                    .limits(
                        "pro",
                        List.of(
                            new Rate(2, Period.parse("1s"), 7),
                            new Rate(100, Period.parse("1h"), 200)))
                    .algorithm(Algorithm.GCRA)
                    .shares(
                        Map.of(
                            Priority.CRITICAL,
                            100,
                            Priority.HIGH,
                            90,
                            Priority.NORMAL,
                            80,
                            Priority.LOW,
                            0))
                    .onExceed(OnExceed.delay(Duration.ofMillis(250)))
                    .onStoreFailure(FailureMode.DENY)
                    .sync(Sync.LEASED)
                    .adaptive(new Adaptive(1, 2))
                    .build()));
  }

  @Test
  void everyPriorityClassifier_isRead() {
    RuleBook book = RuleFile.parse(Samples.valid("every field").text(), "f");

    Match reports =
        new Match(
            EndpointPattern.parse("/reports/**"),
            Set.of(),
            Set.of(),
            Map.of(),
            Set.of("free"),
            Set.of());
    assertThat(book.preamble().priorities())
        .containsExactly(
            new Classifier(Match.endpoint("/health/**"), Priority.CRITICAL, null),
            new Classifier(reports, Priority.LOW, null),
            new Classifier(Match.ALL, Priority.HIGH, KeyPart.parse("header:x-priority")),
            new Classifier(Match.ALL, Priority.HIGH, KeyPart.parse("attribute:class")));
  }

  @Test
  void attributeIsBelievedToTheTop_headerIsNot() {
    String text = "{version: 1, priorities: [{attribute: a}, {header: a}]}";

    assertThat(RuleFile.parse(text, "f").preamble().priorities())
        .extracting(Classifier::priority)
        .containsExactly(Priority.CRITICAL, Priority.HIGH);
  }

  @Test
  void everyAdaptiveSetting_isRead() {
    RuleBook book = RuleFile.parse(Samples.valid("every field").text(), "f");

    AdaptiveSettings read = book.preamble().adaptive();
    assertThat(read.weights())
        .isEqualTo(
            Map.of(
                Signal.RESPONSE_TIME, 0.4,
                Signal.ERROR_RATE, 0.3,
                Signal.CPU, 0.2,
                Signal.MEMORY, 0.05,
                Signal.DOWNSTREAM, 0.05,
                Signal.QUEUE_DEPTH, 0.0));
    assertThat(read.thresholds()).isEqualTo(new Thresholds(0.1, 0.4, 0.7));
    assertThat(read.bounds())
        .isEqualTo(
            Map.of(
                Signal.RESPONSE_TIME, new Bounds(200, 1000),
                Signal.ERROR_RATE, new Bounds(0.01, 0.2),
                Signal.CPU, new Bounds(0.7, 1.5),
                Signal.QUEUE_DEPTH, new Bounds(0, 50),
                Signal.MEMORY, new Bounds(0.5, 1),
                Signal.DOWNSTREAM, new Bounds(0.25, 0.75),
                Signal.RESPONSE_TIME_P99, new Bounds(1000, 4000),
                Signal.CONNECTION_POOL, new Bounds(0.5, 1.5),
                Signal.CIRCUIT_BREAKER, new Bounds(0, 0.5)));
    assertThat(read.gains()).isEqualTo(new Gains(1, 0.2, 0, 0.25, 0.1, 0.6, 1.5));
    assertThat(read.interval()).isEqualTo(Duration.ofMillis(500));
    assertThat(read.changeInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(read.staleAfter()).isEqualTo(Duration.ofMinutes(1));
    AdaptiveSettings own =
        new AdaptiveSettings(
            Map.of(Signal.CPU, 0.5, Signal.RESPONSE_TIME_P99, 0.5),
            new Thresholds(0.2, 0.4, 0.7),
            read.bounds(),
            new Gains(1, 0, 0, 0.25, 0.1, 0.25, 1.5),
            read.interval(),
            read.changeInterval(),
            read.staleAfter());
    assertThat(read.services()).isEqualTo(Map.of("orders-db", own));
    assertThat(read.of("orders-db")).isEqualTo(own);
    assertThat(read.of("another")).isEqualTo(read);
  }

  @Test
  void settingsOfHealthThatAreAbsentHaveTheirDefaults_butWeightsAreAllThatIsSaid() {
    String text = "{version: 1, adaptive: {weights: {cpu: 1}, thresholds: {critical: 0.3}}}";

    AdaptiveSettings read = RuleFile.parse(text, "f").preamble().adaptive();

    AdaptiveSettings usual = AdaptiveSettings.DEFAULTS;
    assertThat(read)
        .isEqualTo(
            new AdaptiveSettings(
                Map.of(Signal.CPU, 1.0),
                new Thresholds(0.3, 0.5, 0.8),
                usual.bounds(),
                usual.gains(),
                usual.interval(),
                usual.changeInterval(),
                usual.staleAfter()));
    assertThat(RuleFile.parse("version: 1", "f").preamble().adaptive()).isEqualTo(usual);
  }

  @Test
  void absentFields_haveTheirDefaults() {
    Rule rule = RuleFile.parseRule("{id: a, limits: 1/1s}", "f");

    assertThat(rule).isEqualTo(Rule.builder("a").limits("1/1s").build());
    assertThat(rule.key()).containsExactly(KeyPart.of(KeyPart.Kind.IP));
  }

  @Test
  void absentDefaultRule_allowsTenRequestsPerSecondPerIp() {
    assertThat(RuleFile.parse("version: 1", "f").fallback()).isEqualTo(tenASecondForAnAddress());
  }

  @Test
  void defaultRule_canBeNoneOrDeny() {
    assertThat(RuleFile.parse("{version: 1, default-rule: none}", "f").fallback())
        .isEqualTo(Fallback.ALLOW);
    assertThat(RuleFile.parse("{version: 1, default-rule: deny}", "f").fallback())
        .isEqualTo(Fallback.DENY);
  }

  @Test
  void ids_thatLookLikeOtherTypes_areReadAsWritten() {
    RuleBook book = RuleFile.parse(Samples.valid("ids that look like something else").text(), "f");

    assertThat(book.rules())
        .extracting(Rule::id)
        .containsExactly("5", "1.50", "true", "0x1F", "null");
  }

  @Test
  void emoji_escapedAsInJson_isRead() {
    RuleBook book = RuleFile.parse(Samples.valid("JSON").text(), "f");

    assertThat(book.rules().get(0).match().attributes())
        .containsEntry("name", "\ud83d\ude00\u00e9");
  }

  @Test
  void ruleBurst_forLimitWithOwnBurstOrCalendarPeriod_doesNotApply() {
    Rule rule =
        RuleFile.parseRule(
            "{id: a, burst: 7, limits: [1/1s, {amount: 2, period: 1m, burst: 9}, 3/week]}", "f");

    assertThat(rule.limits().get(Rule.EVERY_TIER))
        .extracting(Rate::burst)
        .containsExactly(7L, 9L, 0L);
  }

  @Test
  void singleRule_namingUnknownTiersAndRules_isAccepted() {
    Rule rule =
        RuleFile.parseRule("{\"id\":\"a\",\"limits\":{\"x\":\"1/1s\"},\"replaces\":\"b\"}", "f");

    assertThat(rule.limits()).containsOnlyKeys("x");
    assertThat(rule.replaces()).containsExactly("b");
  }
}
