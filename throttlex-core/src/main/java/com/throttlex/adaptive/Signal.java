package com.throttlex.adaptive;

/** A health signal. */
public enum Signal {
  /** The 95th percentile of response times, in milliseconds. */
  RESPONSE_TIME("response-time"),
  /** The part of requests that fail, from 0 to 1. */
  ERROR_RATE("error-rate"),
  /** The part of the processors in use, from 0 to 1; more when work waits for them. */
  CPU("cpu"),
  /** How many requests wait. */
  QUEUE_DEPTH("queue-depth"),
  /** The part of the memory in use after collection, from 0 to 1. */
  MEMORY("memory"),
  /** The lost health of a called service, from 0 to 1. */
  DOWNSTREAM("downstream"),
  /** The 99th percentile of response times, in milliseconds. */
  RESPONSE_TIME_P99("response-time-p99"),
  /** The part of a connection pool in use, from 0 to 1; more when requests wait for connections. */
  CONNECTION_POOL("connection-pool"),
  /**
   * The part of the circuit breakers that are open, from 0 to 1; a half-open one counts half. It
   * has no weight: it multiplies health, so that an open circuit is critical.
   */
  CIRCUIT_BREAKER("circuit-breaker");

  private final String text;

  Signal(String text) {
    this.text = text;
  }

  /** The name, as rule files and requests write it. */
  public String text() {
    return text;
  }
}
