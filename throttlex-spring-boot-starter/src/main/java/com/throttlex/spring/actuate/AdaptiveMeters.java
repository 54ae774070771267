package com.throttlex.spring.actuate;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.micrometer.AdaptiveMetrics;
import com.throttlex.request.RequestContext;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Updates the meters of adaptive limits about once a second, while requests are decided, because
 * only these move such limits.
 */
final class AdaptiveMeters implements DecisionListener {
  private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AdaptiveMetrics metrics;
  private final AtomicLong due = new AtomicLong(Long.MIN_VALUE);

  AdaptiveMeters(AdaptiveMetrics metrics) {
    this.metrics = metrics;
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    long now = decision.nowNanos();
    long before = due.get();
    if (now >= before && due.compareAndSet(before, now + INTERVAL_NANOS)) {
      metrics.refresh();
    }
  }
}
