package com.throttlex.benchmarks.redis;

/** All that are compared. */
enum Who {
  STRICT("ThrottleX strict"),
  LEASED("ThrottleX leased"),
  BUCKET4J("Bucket4j"),
  BATCHING("Bucket4j, batching"),
  EVALSHA("plain EVALSHA");

  private final String text;

  Who(String text) {
    this.text = text;
  }

  boolean isOurs() {
    return this == STRICT || this == LEASED;
  }

  /** Whether it is of interest: batching does nothing for keys that are asked for now and then. */
  boolean takesPartIn(Workload workload) {
    return this != BATCHING || workload.keys() == 1;
  }

  /** Connects to the Redis at that URL. */
  Contender start(String url, Workload workload) {
    return switch (this) {
      case STRICT -> Ours.strict(url, workload);
      case LEASED -> Ours.leased(url, workload);
      case BUCKET4J -> Bucket4j.plain(url, workload);
      case BATCHING -> Bucket4j.batching(url, workload);
      case EVALSHA -> new EvalSha(url, workload);
    };
  }

  @Override
  public String toString() {
    return text;
  }
}
