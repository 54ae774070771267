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

  private double shed(Priority priority) {
    return registry
        .get("throttlex.shed")
        .tags("rule", "shedder", "priority", priority.text())
        .counter()
        .count();
  }

  @Test
  void requestsAreCountedByTheirClass_whenTheyAreShedAndNotWhenTheyAreDenied() {
    check(4, "/quota", Priority.LOW);
    assertThat(registry.find("throttlex.shed").counters()).isEmpty();
    check(5, "/shed", Priority.LOW);
    check(4, "/shed", Priority.HIGH);
    check(4, "/shed", Priority.CRITICAL);
    assertThat(shed(Priority.LOW)).isEqualTo(3);
    assertThat(shed(Priority.HIGH)).isEqualTo(4);
    assertThat(shed(Priority.NORMAL)).isZero();
    assertThat(shed(Priority.CRITICAL)).isZero();
  }
}
