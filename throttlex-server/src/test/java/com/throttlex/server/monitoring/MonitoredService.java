package com.throttlex.server.monitoring;

import com.throttlex.tck.servers.Ports;

/**
 * A service that a Prometheus scrapes, at the admin ports of up to two nodes. The ports are known
 * before the nodes start, so that a test can start and replace them.
 */
record MonitoredService(String name, String scheme, int first, int second) {
  static MonitoredService of(String name) {
    return new MonitoredService(name, "http", Ports.free(), Ports.free());
  }

  /** Returns a service whose nodes have a certificate. */
  static MonitoredService secure(String name) {
    return new MonitoredService(name, "https", Ports.free(), Ports.free());
  }

  String job() {
    return "throttlex/" + name;
  }

  /** Returns the scrape configuration. */
  String target() {
    return """
          - job_name: %s
            scheme: %s
            tls_config: {insecure_skip_verify: true}
            static_configs: [{targets: ["127.0.0.1:%d", "127.0.0.1:%d"]}]
        """
        .formatted(job(), scheme, first, second);
  }
}
