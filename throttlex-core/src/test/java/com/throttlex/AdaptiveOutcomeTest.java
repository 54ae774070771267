package com.throttlex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.adaptive.AdaptiveLimits;
import com.throttlex.adaptive.Outcome;
import com.throttlex.adaptive.Readings;
import com.throttlex.adaptive.Signal;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Adaptive;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryNotes;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Adaptive limits learn from the outcomes of requests that the engine admits. */
class AdaptiveOutcomeTest {
  private static final RequestContext REQUEST = RequestContext.ofUser("u");

  private final ManualTime time = new ManualTime();

  private ThrottleX node(Rule rule) {
    AdaptiveLimits adaptive = new AdaptiveLimits(new MemoryNotes(time::nanos));
    return new ThrottleX(
        RuleBook.of(rule), new MemoryStore(), time, DecisionListener.NONE, adaptive);
  }

  private static Rule rate() {
    return Rule.builder("r").key("global").limits("100/1h").adaptive(new Adaptive(10, 200)).build();
  }

  @Test
  void slots_followHowLongRequestsTake() {
    Rule rule =
        Rule.builder("slots")
            .key("global")
            .limits("20/1m")
            .algorithm(Algorithm.CONCURRENCY)
            .adaptive(new Adaptive(2, 100))
            .build();
    ThrottleX node = node(rule);
    for (int second = 0; second < 60; second++) {
      dropped(node);
    }
    assertThat(node.check(REQUEST).limit()).isLessThan(10);
    assertThat(node.adaptive().status().sources().get("system").values())
        .containsEntry(Signal.ERROR_RATE, 1.0);
  }

  private void dropped(ThrottleX node) {
    List<Decision> held = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Decision decision = node.check(REQUEST);
      if (decision.allowed()) {
        held.add(decision);
      }
    }
    time.passSeconds(1);
    for (Decision decision : held) {
      node.settleAsync(String.valueOf(decision.reservation()), 1, Outcome.DROPPED);
    }
  }

  @Test
  void requestsToAPart_tellOfTheWholeAsWell() {
    Adaptive both = new Adaptive(10, 200, List.of("shop", "system"));
    ThrottleX node = node(rate().toBuilder().adaptive(both).build());
    node.adaptive().partOf("system", "shop");
    RequestContext request = RequestContext.builder().user("u").service("shop").build();
    node.ended(request, time.nanos(), Outcome.ofStatus(500));
    node.ended(request, time.nanos(), Outcome.ofStatus(429));
    node.ended(request, time.nanos(), Outcome.ofStatus(503));
    node.ended(request, time.nanos(), Outcome.ofStatus(200));
    node.adaptive().tick(time.nanos() + 2_000_000_000L);
    for (String source : List.of("shop", "system")) {
      assertThat(node.adaptive().status().sources().get(source).values())
          .containsEntry(Signal.ERROR_RATE, 0.5);
    }
  }

  @Test
  void work_tellsHowLongItTakesAndHowItEnds() throws Exception {
    ThrottleX node = node(rate());
    for (int i = 0; i < 10; i++) {
      node.call(
          REQUEST,
          Duration.ZERO,
          () -> {
            time.passMillis(90);
            return 1;
          },
          denied -> 0);
    }
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                node.run(
                    REQUEST,
                    Duration.ZERO,
                    () -> {
                      throw new IllegalArgumentException("failed");
                    }));
    node.adaptive().tick(time.nanos() + 2_000_000_000L);
    Map<Signal, Double> values = node.adaptive().status().sources().get("system").values();
    assertThat(values.get(Signal.RESPONSE_TIME)).isBetween(90.0, 102.0);
    assertThat(values.get(Signal.ERROR_RATE)).isGreaterThan(0.05);
  }

  @Test
  void oneFailureOfAFew_isNoReasonToCut_butHalfOfManyIs() throws Exception {
    Rule rule = rate().toBuilder().limits("100/1s").build();
    ThrottleX node = node(rule);
    for (int i = 0; i < 30; i++) {
      requests(node, 5, i % 10 == 3 ? 1 : 0);
    }
    assertThat(node.adaptive().limits().getOrDefault("r", 100L)).isGreaterThanOrEqualTo(100);
    for (int i = 0; i < 30; i++) {
      requests(node, 40, 20);
    }
    assertThat(node.adaptive().limits()).containsEntry("r", 10L);
  }

  /** Requests of one second, of which some fail; processors and queue are well. */
  private void requests(ThrottleX node, int count, int failures) {
    for (int i = 0; i < count; i++) {
      time.passMillis(5);
      node.ended(
          REQUEST, time.nanos() - 5_000_000, i < failures ? Outcome.FAILURE : Outcome.SUCCESS);
    }
    time.passMillis(1000 - 5L * count);
    Readings well = Readings.of(Map.of(Signal.CPU, 0.1, Signal.QUEUE_DEPTH, 0.0));
    node.adaptive().signal("system", well, time.nanos(), time.nanos());
    node.adaptive().tick(time.nanos());
  }

  /** Clients can name any service in a request, so unknown names must not fill the memory. */
  @Test
  void requestsToOthers_thanTheRulesFollow_areNotRemembered() throws Exception {
    ThrottleX node = node(rate());
    for (int i = 0; i < 20; i++) {
      node.run(
          RequestContext.builder().user("u").service("s" + i).build(), Duration.ZERO, () -> {});
    }
    node.adaptive().tick(time.nanos() + 2_000_000_000L);
    assertThat(node.adaptive().status().sources()).isEmpty();
  }
}
