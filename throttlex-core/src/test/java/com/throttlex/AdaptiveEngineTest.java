package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.AdaptiveMode;
import com.throttlex.adaptive.AdaptiveStatus;
import com.throttlex.adaptive.Adjustment;
import com.throttlex.adaptive.Readings;
import com.throttlex.adaptive.Signal;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Notes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Limits that move while requests are decided by them. */
class AdaptiveEngineTest {
  private static final RequestContext REQUEST = RequestContext.ofUser("u");
  private static final RequestContext PRO = RequestContext.builder().user("p").tier("pro").build();
  private static final Readings WELL =
      Readings.of(
          Map.of(
              Signal.ERROR_RATE,
              0.0,
              Signal.CPU,
              0.2,
              Signal.QUEUE_DEPTH,
              0.0,
              Signal.MEMORY,
              0.1));
  private static final Readings LOST =
      Readings.of(Map.of(Signal.ERROR_RATE, 1.0, Signal.CPU, 1.0, Signal.QUEUE_DEPTH, 1000.0));

  private final ManualTime time = new ManualTime();
  private final Notes notes = new MemoryNotes(time::nanos);
  private final List<Adjustment> moved = new ArrayList<>();

  private static RuleBuilder rule() {
    return Rule.builder("r").key("global").limits("100/1h").algorithm(Algorithm.FIXED_WINDOW);
  }

  private ThrottleX node(Rule... rules) {
    return node(RuleBook.of(List.of("free", "pro"), Fallback.ALLOW, List.of(rules)));
  }

  private ThrottleX node(RuleBook book) {
    AdaptiveLimits adaptive = new AdaptiveLimits(notes);
    adaptive.listen(moved::add);
    return new ThrottleX(book, new MemoryStore(), time, DecisionListener.NONE, adaptive);
  }

  /** Seconds of that health, in which a node looks after its limits. */
  private void pass(int seconds, ThrottleX node, String source, Readings health) {
    for (int i = 0; i < seconds; i++) {
      time.passSeconds(1);
      node.adaptive().signal(source, health, time.nanos(), time.nanos());
      node.adaptive().tick(time.nanos());
    }
  }

  private static AdaptiveStatus.Limit standing(ThrottleX node) {
    return node.adaptive().status().rules().get(0);
  }

  @Test
  void limit_fallsWhenHealthIsLost_andReturnsSlowly() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    assertThat(node.check(REQUEST).limit()).isEqualTo(100);

    pass(60, node, "system", LOST);
    assertThat(node.check(REQUEST).limit()).isEqualTo(10);
    assertThat(moved.get(0).from()).isEqualTo(100);
    assertThat(moved.get(0).to()).isBetween(50L, 99L);
    assertThat(moved).allSatisfy(step -> assertThat(step.reason()).isNotEmpty());

    pass(300, node, "system", WELL);
    assertThat(node.check(REQUEST).limit()).isEqualTo(200);
    assertThat(standing(node).mode()).isEqualTo(AdaptiveMode.AUTO);
  }

  @Test
  void request_movesLimitsByItself_asThereIsNoThread() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    for (int i = 0; i < 30; i++) {
      time.passSeconds(1);
      node.adaptive().signal("system", LOST, time.nanos(), time.nanos());
      node.check(REQUEST);
    }
    assertThat(node.check(REQUEST).limit()).isLessThan(60);
  }

  @Test
  void whatWasCounted_staysWhenTheLimitMoves() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    for (int i = 0; i < 40; i++) {
      assertThat(node.check(REQUEST).allowed()).isTrue();
    }
    node.adaptive().fix("r", 41, null, time.nanos()).toCompletableFuture().join();
    assertThat(node.check(REQUEST).allowed()).isTrue();
    assertThat(node.check(REQUEST).allowed()).isFalse();
    node.adaptive().fix("r", 42, null, time.nanos()).toCompletableFuture().join();
    assertThat(node.check(REQUEST).allowed()).isTrue();
    assertThat(node.check(REQUEST).allowed()).isFalse();
  }

  private static Rule tiered() {
    return Rule.builder("r")
        .key("user")
        .limits("free", List.of(Rate.parse("50/1h")))
        .limits("pro", List.of(Rate.parse("150/1h")))
        .adaptive(new Adaptive(20, 160))
        .build();
  }

  private void fix(ThrottleX node, long limit) {
    node.adaptive().fix("r", limit, null, time.nanos()).toCompletableFuture().join();
  }

  @Test
  void higherTiers_whenTheLimitRises_moveInProportionWithinTheRange() {
    ThrottleX node = node(tiered());
    fix(node, 52);
    assertThat(node.check(REQUEST).limit()).isEqualTo(52);
    assertThat(node.check(PRO).limit()).isEqualTo(156);
    fix(node, 100);
    assertThat(node.check(PRO).limit()).isEqualTo(160);
    assertThat(node.limits("p", "pro", "r").get(0).capacity()).isEqualTo(160);
  }

  @Test
  void lowerTiers_whenTheLimitIsCut_areCutFirst() {
    ThrottleX node = node(tiered());
    fix(node, 36);
    assertThat(node.check(REQUEST).limit()).isEqualTo(36);
    assertThat(node.check(PRO).limit()).as("less than half of the room is lost").isEqualTo(150);
    fix(node, 27);
    assertThat(node.check(REQUEST).limit()).isEqualTo(27);
    assertThat(node.check(PRO).limit()).isEqualTo(81);
    fix(node, 20);
    assertThat(node.check(REQUEST).limit()).isEqualTo(20);
    assertThat(node.check(PRO).limit()).as("all of it is lost").isEqualTo(20);
  }

  @Test
  void limitThatAllTiersShare_whenItIsCut_isTheSameForAll() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    fix(node, 30);
    assertThat(node.check(REQUEST).limit()).isEqualTo(30);
    assertThat(node.check(PRO).limit()).isEqualTo(30);
  }

  @Test
  void nodes_haveTheSameLimit_andMakeEachStepOnce() {
    Rule rule = rule().adaptive(new Adaptive(10, 200)).build();
    List<ThrottleX> nodes = List.of(node(rule), node(rule), node(rule));
    for (int i = 0; i < 40; i++) {
      time.passMillis(700);
      for (ThrottleX node : nodes) {
        time.passMillis(100);
        node.adaptive().signal("system", i < 20 ? LOST : WELL, time.nanos(), time.nanos());
        node.adaptive().tick(time.nanos());
      }
    }
    long first = moved.get(0).from();
    for (Adjustment step : moved) {
      assertThat(step.from()).isEqualTo(first);
      first = step.to();
    }
    time.passSeconds(1);
    nodes.forEach(node -> node.adaptive().tick(time.nanos()));
    nodes.forEach(node -> node.adaptive().tick(time.nanos() + 1_000_000_000L));
    assertThat(nodes.stream().map(node -> node.check(REQUEST).limit()).distinct()).hasSize(1);
    assertThat(nodes.get(2).adaptive().status().nodes()).isEqualTo(3);
  }

  @Test
  void rule_followsTheServicesItNames_theWeakestOfThem() {
    Rule rule = rule().adaptive(new Adaptive(10, 200, List.of("api", "db"))).build();
    ThrottleX node = node(rule);
    for (int i = 0; i < 30; i++) {
      time.passSeconds(1);
      node.adaptive().signal("api", WELL, time.nanos(), time.nanos());
      node.adaptive().signal("db", LOST, time.nanos(), time.nanos());
      node.adaptive().signal("other", WELL, time.nanos(), time.nanos());
      node.adaptive().tick(time.nanos());
    }
    assertThat(node.check(REQUEST).limit()).isLessThan(100);
    assertThat(node.adaptive().status().sources()).containsOnlyKeys("api", "db", "other");
  }

  @Test
  void oldSignals_areNotKnown_andTooOldOnesAreCounted() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    long now = time.nanos();
    assertThat(node.adaptive().signal("system", LOST, now - 16_000_000_000L, now)).isFalse();
    assertThat(node.adaptive().signal("system", LOST, now, now)).isTrue();
    assertThat(node.adaptive().status().ignored()).isEqualTo(1);
    for (int i = 0; i < 60; i++) {
      time.passSeconds(1);
      node.adaptive().tick(time.nanos());
    }
    AdaptiveStatus.Limit standing = standing(node);
    assertThat(standing.health().confidence()).isZero();
    long held = standing.limit();
    for (int i = 0; i < 60; i++) {
      time.passSeconds(1);
      node.adaptive().tick(time.nanos());
    }
    assertThat(standing(node).limit()).isEqualTo(held);
  }

  @Test
  void limit_whenFixedOrFrozen_staysUntilTimeIsUpOrResumed() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    AdaptiveLimits adaptive = node.adaptive();
    adaptive.fix("r", 150, Duration.ofSeconds(30), time.nanos()).toCompletableFuture().join();
    pass(20, node, "system", LOST);
    assertThat(standing(node).limit()).isEqualTo(150);
    assertThat(standing(node).fixedFor()).isLessThanOrEqualTo(Duration.ofSeconds(11));
    pass(20, node, "system", LOST);
    assertThat(standing(node).limit()).isLessThan(150);
    assertThat(standing(node).mode()).isEqualTo(AdaptiveMode.AUTO);

    adaptive.freeze("r", time.nanos()).toCompletableFuture().join();
    long frozen = standing(node).limit();
    pass(60, node, "system", LOST);
    assertThat(standing(node).limit()).isEqualTo(frozen);
    assertThat(node(rule().adaptive(new Adaptive(10, 200)).build()).adaptive().status().rules())
        .hasSize(1);
    adaptive.resume("r", time.nanos()).toCompletableFuture().join();
    pass(60, node, "system", LOST);
    assertThat(standing(node).limit()).isEqualTo(10);

    assertThatIllegalArgumentException()
        .isThrownBy(() -> adaptive.fix("r", 201, null, time.nanos()))
        .withMessage("limit: 201 (expected: from 10 to 200)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> adaptive.freeze("x", time.nanos()))
        .withMessage("rule: x (expected: the id of a rule with `adaptive`)");
  }

  @Test
  void changedRange_holdsAtOnce() {
    ThrottleX node = node(rule().adaptive(new Adaptive(10, 200)).build());
    pass(300, node, "system", WELL);
    assertThat(node.check(REQUEST).limit()).isEqualTo(200);
    node.rules(RuleBook.of(rule().adaptive(new Adaptive(10, 120)).build()));
    assertThat(node.check(REQUEST).limit()).isEqualTo(120);
    node.rules(RuleBook.of(rule().build()));
    assertThat(node.check(REQUEST).limit()).isEqualTo(100);
  }
}
