package com.throttlex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final DecisionMetrics metrics = new DecisionMetrics(registry);

  private ThrottleX engine(Rule... rules) {
    return ThrottleX.of(
        RuleBook.of(List.of(), Fallback.ALLOW, List.of(rules)),
        new MemoryStore(),
        new SystemTime(),
        metrics);
  }

  private double count(String name, String rule, String algorithm) {
    return registry.get(name).tags("rule", rule, "algorithm", algorithm).functionCounter().count();
  }

  @Test
  void everyDecision_isCountedOnceUnderTheRuleItReports() {
    ThrottleX throttlex =
        engine(
            Rule.builder("a").key("user").limits("2/1h").build(),
            Rule.builder("b").key("user").limits("9/1h").algorithm(Algorithm.FIXED_WINDOW).build());
    for (int i = 0; i < 5; i++) {
      throttlex.check(RequestContext.ofUser("u"));
    }
    throttlex.check(RequestContext.builder().build());
    assertThat(count("throttlex.allowed", "a", "token-bucket")).isEqualTo(2);
    assertThat(count("throttlex.blocked", "a", "token-bucket")).isEqualTo(3);
    assertThat(count("throttlex.allowed", "none", "none")).isEqualTo(1);
    assertThat(metrics.counts())
        .containsOnlyKeys("a", "none")
        .containsEntry("a", new DecisionCount(2, 3, 0, 0));
  }

  @Test
  void shadowRule_countsWhatItWouldHaveDenied() {
    ThrottleX throttlex =
        engine(
            Rule.builder("a").key("user").limits("10/1h").build(),
            Rule.builder("s").key("user").limits("1/1h").mode(Mode.SHADOW).build());
    for (int i = 0; i < 4; i++) {
      throttlex.check(RequestContext.ofUser("u"));
    }
    assertThat(count("throttlex.shadow.blocked", "s", "token-bucket")).isEqualTo(3);
    assertThat(count("throttlex.allowed", "a", "token-bucket")).isEqualTo(4);
  }

  @Test
  void requestThatMustWait_countsAsAllowedAndAsDelayed() {
    ThrottleX throttlex =
        engine(
            Rule.builder("a")
                .key("user")
                .limits("1/1s")
                .onExceed(OnExceed.delay(Duration.ofSeconds(5)))
                .build());
    for (int i = 0; i < 3; i++) {
      throttlex.check(RequestContext.ofUser("u"));
    }
    assertThat(count("throttlex.delayed", "a", "token-bucket")).isEqualTo(2);
    assertThat(metrics.counts()).containsEntry("a", new DecisionCount(3, 0, 0, 2));
  }

  @Test
  void users_neverBecomeMeterTags() {
    ThrottleX throttlex = engine(Rule.builder("a").key("user").limits("2/1h").build());
    throttlex.check(RequestContext.ofUser("u"));
    int meters = registry.getMeters().size();
    for (int i = 0; i < 10_000; i++) {
      throttlex.check(RequestContext.ofUser("u" + i));
    }
    assertThat(registry.getMeters()).hasSize(meters);
  }

  @Test
  void rules_beyondTheMaximum_areCountedAsOther() {
    for (int i = 0; i < 10_050; i++) {
      engine(Rule.builder("r" + i).key("user").limits("2/1h").build())
          .check(RequestContext.ofUser("u"));
    }
    assertThat(count("throttlex.allowed", "other", "token-bucket")).isEqualTo(50);
    assertThat(metrics.counts()).hasSize(10_001);
  }
}
