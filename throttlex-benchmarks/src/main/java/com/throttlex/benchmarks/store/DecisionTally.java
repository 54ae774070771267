package com.throttlex.benchmarks.store;

/** What has been decided, and how long each decision took. */
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

  /** Adds all of another one. */
  public void addAll(DecisionTally other) {
    allowed += other.allowed;
    denied += other.denied;
    degraded += other.degraded;
    latencies.addAll(other.latencies);
  }

  /** How long the decisions took, whoever has made them. */
  public Latencies latencies() {
    return latencies;
  }

  /** How many were admitted by the store. */
  public long allowed() {
    return allowed;
  }

  /** How many were not made by the store. */
  public long degraded() {
    return degraded;
  }

  /** How many were made by the store. */
  public long decisions() {
    return allowed + denied;
  }
}
