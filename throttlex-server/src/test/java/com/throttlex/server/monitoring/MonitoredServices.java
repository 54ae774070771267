package com.throttlex.server.monitoring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.throttlex.server.RunningServer;
import com.throttlex.server.TestCertificate;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.Ports;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Services under load that use what has metrics, and the Prometheus that scrapes them: a node with
 * Redis, a proxy and adaptive limits; and a node with counters in memory and a certificate. A third
 * target is the application, which a test can stop.
 */
final class MonitoredServices implements AutoCloseable {
  static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: orders, match: {endpoint: /orders}, key: [user], limits: 100000/1s}
        - {id: few, match: {endpoint: /few}, key: [user], limits: 1/1d}
        - {id: tried, match: {endpoint: /few}, key: [user], limits: 1/1d, mode: shadow}
        - {id: logins, match: {endpoint: /logins}, key: [user], limits: 1/1d, on-exceed: {block: 1s, after: 1}}
        - {id: moving, match: {endpoint: /moving}, key: [user], limits: 20/1s, adaptive: {min: 1, max: 40, health: [db]}, on-exceed: shed}
      """;

  private static final List<String> ENDPOINTS = List.of("/orders", "/few", "/logins", "/moving");

  private final RedisServer redis = RedisServer.start();
  private final int applicationPort = Ports.free();
  private final RunningServer shared;
  private final RunningServer inMemory;
  private final RealPrometheus prometheus;
  private final Thread load = new Thread(this::load, "load");
  private HttpServer application;
  private volatile boolean open = true;

  MonitoredServices(Path folder) throws Exception {
    int port = Ports.free();
    startApplication();
    shared = RunningServer.startProxy(inside(folder, "shared"), RULES, shared(port));
    Path second = inside(folder, "memory");
    TestCertificate.make(second, "door");
    String tls = "server: {tls: {cert-file: door-cert.pem, key-file: door-key.pem}}\n";
    inMemory = RunningServer.start(second, RULES, tls);
    prometheus = RealPrometheus.start(inside(folder, "prometheus"), port, targets());
    load.start();
  }

  private static Path inside(Path folder, String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  private String shared(int prometheusPort) {
    return """
            - {id: app, match: {path: /**}, upstreams: ["http://127.0.0.1:%d"]}
        store: %s
        adaptive: {prometheus: {url: "http://127.0.0.1:%d", queries: {cache: {error-rate: "vector(0)"}}}}
        """
        .formatted(applicationPort, redis.url(), prometheusPort);
  }

  private List<String> targets() {
    return List.of(
        target("shared", "http", shared.adminPort()),
        target("memory", "https", inMemory.adminPort()),
        target("application", "http", applicationPort));
  }

  private static String target(String name, String scheme, int port) {
    return """
          - job_name: throttlex/%s
            scheme: %s
            tls_config: {insecure_skip_verify: true}
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
        .formatted(name, scheme, port);
  }

  /** Sends requests one after the other; the health of the database changes all the time. */
  private void load() {
    for (int i = 0; open; i++) {
      String endpoint = ENDPOINTS.get(i % ENDPOINTS.size());
      shared.check("{\"user\":\"u\",\"endpoint\":\"" + endpoint + "\"}");
      if (i % 20 == 0) {
        shared.send(RunningServer.request(shared.proxyPort(), "/page"));
        String signal = "{\"service\":\"db\",\"errorRate\":" + (i / 200) % 2 + "}";
        shared.admin("POST", "/api/v1/health-signals", signal);
      }
    }
  }

  RealPrometheus prometheus() {
    return prometheus;
  }

  RedisServer redis() {
    return redis;
  }

  /** The node with Redis. */
  RunningServer shared() {
    return shared;
  }

  /** Starts the application, whose pages are empty. */
  void startApplication() throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), applicationPort);
    application = HttpServer.create(address, 0);
    application.createContext("/", MonitoredServices::answer);
    application.start();
  }

  private static void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, -1);
    }
  }

  void stopApplication() {
    application.stop(0);
  }

  @Override
  public void close() {
    open = false;
    Await.until("the load ends", () -> !load.isAlive());
    prometheus.close();
    shared.close();
    inMemory.close();
    stopApplication();
    redis.close();
  }
}
