package com.throttlex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShedMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ThrottleX throttlex =
      ThrottleX.of(
          RuleBook.of(
              List.of(),
              Fallback.ALLOW,
              List.of(
                  Rule.builder("shedder")
                      .endpoint("/shed")
                      .key("global")
                      .limits("2/1h")
                      .onExceed(OnExceed.SHED)
                      .build(),
                  Rule.builder("classes")
                      .endpoint("/classes")
                      .key("global")
                      .limits("2/1h")
                      .shares(Map.of(Priority.LOW, 50))
                      .build(),
                  Rule.builder("quota").endpoint("/quota").key("user").limits("1/1h").build())),
          new MemoryStore(),
          new SystemTime(),
          new ShedMetrics(registry));

  private void check(int times, String endpoint, Priority priority) {
    for (int i = 0; i < times; i++) {
      throttlex.check(
          RequestContext.builder().user("u").endpoint(endpoint).priority(priority).build());
    }
  }

  private double shed(String rule, Priority priority) {
    return registry
        .get("throttlex.shed")
        .tags("rule", rule, "priority", priority.text())
        .counter()
        .count();
  }

  @Test
  void requestsAreCountedByTheirClass_whenARuleDeniesThatProtectsTheSystem_andNotByAQuota() {
    check(4, "/quota", Priority.LOW);
    assertThat(registry.find("throttlex.shed").counters()).isEmpty();
    check(5, "/shed", Priority.LOW);
    check(4, "/shed", Priority.HIGH);
    check(4, "/shed", Priority.CRITICAL);
    assertThat(shed("shedder", Priority.LOW)).isEqualTo(3);
    assertThat(shed("shedder", Priority.HIGH)).isEqualTo(4);
    assertThat(shed("shedder", Priority.NORMAL)).isZero();
    assertThat(shed("shedder", Priority.CRITICAL)).isZero();
    check(3, "/classes", Priority.LOW);
    assertThat(shed("classes", Priority.LOW)).isEqualTo(2);
  }
}
