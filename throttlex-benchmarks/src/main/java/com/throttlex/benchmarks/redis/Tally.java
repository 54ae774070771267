package com.throttlex.benchmarks.redis;

/** What has been decided, and how long each decision took. */
final class Tally {
  private final Latencies latencies = new Latencies();
  private long allowed;
  private long denied;
  private long degraded;

  void add(Contender.Verdict verdict, long nanos) {
    switch (verdict) {
      case ALLOWED -> allowed++;
      case DENIED -> denied++;
      case DEGRADED -> degraded++;
    }
    latencies.add(nanos);
  }

  void addAll(Tally other) {
    allowed += other.allowed;
    denied += other.denied;
    degraded += other.degraded;
    latencies.addAll(other.latencies);
  }

  Latencies latencies() {
    return latencies;
  }

  long allowed() {
    return allowed;
  }

  /** How many were not made by Redis. */
  long degraded() {
    return degraded;
  }

  /** How many were made by Redis. */
  long decisions() {
    return allowed + denied;
  }
}
