package com.throttlex.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.shared.BreakerState;
import com.throttlex.store.FailureMode;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class StoreMetricsTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private double breaker(String shard) {
    return registry.get("throttlex.breaker.state").tag("shard", shard).gauge().value();
  }

  @Test
  void whatHappensWithoutTheStore_isCounted() {
    StoreMetrics metrics = new StoreMetrics(registry, "redis", Tags.empty());
    metrics.fallback(FailureMode.ALLOW);
    metrics.fallback(FailureMode.LOCAL);
    metrics.fallback(FailureMode.LOCAL);
    metrics.storeFailed();
    metrics.reconciled(40);
    metrics.reconciled(2);

    assertThat(registry.get("throttlex.fallback").tag("mode", "allow").counter().count()).isOne();
    assertThat(registry.get("throttlex.fallback").tag("mode", "local").counter().count())
        .isEqualTo(2);
    assertThat(registry.get("throttlex.fallback").tag("mode", "deny").counter().count()).isZero();
    assertThat(registry.get("throttlex.store.errors").tag("store", "redis").counter().count())
        .isOne();
    assertThat(registry.get("throttlex.reconciled").counter().count()).isEqualTo(42);
  }

  @Test
  void breakers_ofSeveralStores_areToldApart() {
    StoreMetrics one = new StoreMetrics(registry, "sql", Tags.of("shard", "a")).at("");
    StoreMetrics other = new StoreMetrics(registry, "sql", Tags.of("shard", "b")).at("");
    one.breakerChanged(BreakerState.OPEN);
    other.breakerChanged(BreakerState.HALF_OPEN);

    assertThat(breaker("a")).isEqualTo(2);
    assertThat(breaker("b")).isEqualTo(1);
    one.breakerChanged(BreakerState.CLOSED);
    assertThat(breaker("a")).isZero();
  }

  @Test
  void breaker_ofAPlaceThatHasGone_isRemovedAndTheOthersStay() {
    StoreMetrics cluster = new StoreMetrics(registry, "redis", Tags.empty());
    StoreMetrics gone = cluster.at("10.0.0.1:6379");
    StoreMetrics stays = cluster.at("10.0.0.2:6379");
    gone.breakerChanged(BreakerState.OPEN);
    stays.breakerChanged(BreakerState.OPEN);
    gone.storeFailed();
    gone.placeGone();

    assertThat(registry.get("throttlex.breaker.state").gauges()).hasSize(1);
    assertThat(breaker("10.0.0.2:6379")).isEqualTo(2);
    assertThat(registry.get("throttlex.store.errors").counter().count()).isOne();
  }

  @Test
  void nodes_areCountedWhenAsked() {
    StoreMetrics.nodes(registry, () -> 3);

    assertThat(registry.get("throttlex.nodes").gauge().value()).isEqualTo(3);
  }
}
