package com.throttlex.server;

import com.throttlex.TimeSource;
import com.throttlex.server.admin.ConnectedProxy;
import com.throttlex.server.envoy.Quotas;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the quota service: its tasks, its metrics, and its proxies for the admin plane.
 *
 * <p>The time between two runs is random, so that nodes with one store take turns in an order that
 * changes.
 */
final class QuotaTicks {
  private static final Logger LOG = LoggerFactory.getLogger(QuotaTicks.class);

  private QuotaTicks() {}

  /** Runs the tasks until Vert.x closes. */
  static void start(Vertx vertx, Quotas quotas) {
    long half = Quotas.TICK_MILLIS / 2;
    long wait = half + ThreadLocalRandom.current().nextLong(Quotas.TICK_MILLIS);
    vertx.setTimer(
        wait,
        timer -> {
          try {
            quotas.tick();
          } catch (RuntimeException e) {
            LOG.error("quota streams: background task failed; retrying", e);
          } finally {
            start(vertx, quotas);
          }
        });
  }

  /** Registers the metrics. */
  static void register(Quotas quotas, MeterRegistry registry) {
    Gauge.builder("throttlex.quota.proxies", quotas, q -> q.proxies().size())
        .description("Proxies with an open quota stream")
        .register(registry);
    Gauge.builder("throttlex.quota.buckets", quotas, Quotas::members)
        .description("Quota buckets of all proxies")
        .register(registry);
    FunctionCounter.builder("throttlex.quota.reports", quotas, Quotas::reports)
        .description("Usage reports of proxies")
        .register(registry);
    FunctionCounter.builder("throttlex.quota.taken", quotas, Quotas::taken)
        .description("Units that were charged for proxies before they were spent")
        .register(registry);
    FunctionCounter.builder("throttlex.quota.refused", quotas, Quotas::refused)
        .description(
            "Reports of quota buckets that are too many, too large, invalid or without an id")
        .register(registry);
  }

  static List<ConnectedProxy> proxies(Quotas quotas) {
    return quotas.proxies().stream()
        .map(
            proxy ->
                new ConnectedProxy(
                    proxy.peer(),
                    proxy.domain(),
                    TimeSource.instant(proxy.sinceNanos()),
                    TimeSource.instant(proxy.reportedNanos()),
                    proxy.reports(),
                    proxy.buckets()))
        .toList();
  }
}
