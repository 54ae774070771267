package com.throttlex.server.monitoring;

import com.throttlex.tck.Await;
import com.throttlex.tck.servers.Ports;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A Prometheus with the alerts of the folder deploy, for services of tests. Each test has a service
 * of its own, so an alert belongs to one test.
 */
final class Alerts implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final int port = Ports.free();
  private final RealPrometheus prometheus;

  private Alerts(Path folder, MonitoredService... services) throws Exception {
    Path home = Files.createDirectory(folder.resolve("prometheus"));
    prometheus =
        RealPrometheus.start(
            home, port, Stream.of(services).map(MonitoredService::target).toList());
  }

  static Alerts start(Path folder, MonitoredService... services) throws Exception {
    return new Alerts(folder, services);
  }

  /** Returns the address of this Prometheus. */
  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Returns the alerts that fire for a service. */
  Set<String> firing(MonitoredService service) {
    return prometheus.firing(service.job());
  }

  /** Waits until that many nodes of a service are scraped. */
  void awaitNodes(MonitoredService service, int nodes) {
    hasDataWhile(() -> {}, "sum(up{job=\"%s\"}) == %d".formatted(service.job(), nodes));
  }

  /** Repeats something until a query has data. */
  void hasDataWhile(Runnable something, String query) {
    Await.until(
        PATIENCE,
        query,
        () -> {
          something.run();
          return prometheus.hasData(query);
        });
  }

  void awaitFiring(MonitoredService service, String alert) {
    firesWhile(() -> {}, service, alert);
  }

  void awaitEnd(MonitoredService service, String alert) {
    endsWhile(() -> {}, service, alert);
  }

  /** Repeats something until an alert fires. */
  void firesWhile(Runnable something, MonitoredService service, String alert) {
    Await.until(
        PATIENCE,
        () -> alert + " among " + firing(service),
        () -> {
          something.run();
          return firing(service).contains(alert);
        });
  }

  /** Repeats something until an alert ends. */
  void endsWhile(Runnable something, MonitoredService service, String alert) {
    Await.until(
        PATIENCE,
        () -> alert + " not among " + firing(service),
        () -> {
          something.run();
          return !firing(service).contains(alert);
        });
  }

  @Override
  public void close() {
    prometheus.close();
  }
}
