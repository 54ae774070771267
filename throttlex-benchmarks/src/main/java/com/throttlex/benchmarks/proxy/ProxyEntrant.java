package com.throttlex.benchmarks.proxy;

/** The sides of the comparison. */
enum ProxyEntrant {
  /** The application without a proxy. */
  DIRECT("no proxy", Double.NaN),
  /** The proxy of ThrottleX, with counters in memory. */
  OURS("ThrottleX", Double.NaN),
  /** The proxy of ThrottleX, with counters in Redis. */
  OURS_REDIS("ThrottleX, counters in Redis", Double.NaN),
  /** nginx, with counters in its shared memory. */
  NGINX("nginx, limit_req", 0.5),
  /** Envoy, which checks each request with the service of ThrottleX. */
  ENVOY("Envoy, checks with ThrottleX", 1),
  /** Spring Cloud Gateway, with counters in Redis. */
  GATEWAY("Spring Cloud Gateway, Redis", 3);

  private final String text;
  private final double goal;

  ProxyEntrant(String text, double goal) {
    this.text = text;
    this.goal = goal;
  }

  /** The smallest part of its requests per second that we want to reach, or NaN. */
  double goal() {
    return goal;
  }

  @Override
  public String toString() {
    return text;
  }
}
