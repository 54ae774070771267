package com.throttlex.benchmarks.store;

/** The decisions and their times. */
public final class DecisionTally {
  private final Latencies latencies = new Latencies();
  private long allowed;
  private long denied;
  private long degraded;

  /** Adds one decision. */
  public void add(Contender.Verdict verdict, long nanos) {
    switch (verdict) {
      case ALLOWED -> allowed++;
      case DENIED -> denied++;
      case DEGRADED -> degraded++;
    }
    latencies.add(nanos);
  }

  /** Adds all decisions of another tally. */
  public void addAll(DecisionTally other) {
    allowed += other.allowed;
    denied += other.denied;
    degraded += other.degraded;
    latencies.addAll(other.latencies);
  }

  /** The times of all decisions, including those in fallback. */
  public Latencies latencies() {
    return latencies;
  }

  /** The number of units that the store admitted. */
  public long allowed() {
    return allowed;
  }

  /** The number of decisions in fallback. */
  public long degraded() {
    return degraded;
  }

  /** The number of decisions of the store. */
  public long decisions() {
    return allowed + denied;
  }
}
