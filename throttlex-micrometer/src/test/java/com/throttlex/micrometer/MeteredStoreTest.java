package com.throttlex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.tck.FailingStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MeteredStoreTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicLong nanos = new AtomicLong();

  private static Store broken() {
    return new FailingStore(new IllegalStateException("down"));
  }

  private ThrottleX engine(Store store) {
    return engine(store, 1);
  }

  private ThrottleX engine(Store store, int oneIn) {
    return ThrottleX.of(
        RuleBook.of(Rule.builder("r").key("user").limits("1/1h").build()),
        new MeteredStore(store, "test", registry, () -> nanos.addAndGet(3_000), oneIn),
        new SystemTime());
  }

  @Test
  void decision_isTimedByTheGivenClock() {
    ThrottleX throttlex = engine(new MemoryStore());
    assertThat(throttlex.check(RequestContext.ofUser("u")).allowed()).isTrue();
    assertThat(throttlex.check(RequestContext.ofUser("u")).allowed()).isFalse();
    var timer = registry.get("throttlex.latency").tag("store", "test").timer();
    assertThat(timer.count()).isEqualTo(2);
    assertThat(timer.totalTime(TimeUnit.NANOSECONDS)).isEqualTo(6_000);
    assertThat(registry.get("throttlex.store.errors").counter().count()).isZero();
  }

  @Test
  void sampling_ofOneInFour_timesTheFirstOfEveryFourDecisions() {
    ThrottleX throttlex = engine(new MemoryStore(), 4);
    long[] counts = new long[9];
    for (int i = 0; i < counts.length; i++) {
      throttlex.check(RequestContext.ofUser("u"));
      counts[i] = registry.get("throttlex.latency").timer().count();
    }
    assertThat(counts).containsExactly(1, 1, 1, 1, 2, 2, 2, 2, 3);
  }

  @Test
  void memoryStore_reportsItsKeyCountAndSampledLatency() {
    MeteredStore store = MeteredStore.inMemory(new MemoryStore(), registry);
    Rule rule = Rule.builder("r").key("user").limits("9/1h").build();
    ThrottleX throttlex = ThrottleX.of(RuleBook.of(rule), store, new SystemTime());
    for (int i = 0; i < 17; i++) {
      throttlex.check(RequestContext.ofUser("user-" + i % 3));
    }
    assertThat(registry.get("throttlex.keys").gauge().value()).isEqualTo(3);
    assertThat(registry.get("throttlex.latency").tag("store", "memory").timer().count())
        .isEqualTo(2);
  }

  @Test
  void storeFailures_whenOnlySomeDecisionsAreTimed_areAllCounted() {
    ThrottleX throttlex = engine(broken(), 4);
    for (int i = 0; i < 6; i++) {
      assertThatThrownBy(() -> throttlex.check(RequestContext.ofUser("u")))
          .hasMessageContaining("down");
    }
    assertThat(registry.get("throttlex.store.errors").counter().count()).isEqualTo(6);
    assertThat(registry.get("throttlex.undecided").counter().count()).isEqualTo(6);
  }

  @Test
  void storeFailure_isCountedTimedAndPassedOn() {
    ThrottleX throttlex = engine(broken());
    assertThatThrownBy(() -> throttlex.check(RequestContext.ofUser("u")))
        .hasMessageContaining("down");
    assertThat(registry.get("throttlex.store.errors").counter().count()).isEqualTo(1);
    assertThat(registry.get("throttlex.latency").timer().count()).isEqualTo(1);
  }

  @Test
  void otherOperations_areDelegatedToTheStore() {
    ThrottleX throttlex = engine(new MemoryStore());
    String reservation =
        throttlex.check(RequestContext.builder().user("u").reserve(true).build()).reservation();
    assertThat(throttlex.inspect("r|user=u")).hasSize(1);
    assertThat(throttlex.settle(String.valueOf(reservation), 0)).isEqualTo(Settlement.SETTLED);
    assertThat(throttlex.reset("r|user=u")).isTrue();
    throttlex.close();
  }
}
