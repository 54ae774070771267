package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;

/** Pushes health to a node every half second, as long as a test needs it. */
final class Pushed {
  private static final long EVERY = TimeUnit.MILLISECONDS.toNanos(500);

  private final RunningServer node;
  private final String signals;
  private long due = System.nanoTime();

  Pushed(RunningServer node, String signals) {
    this.node = node;
    this.signals = signals;
  }

  void again() {
    if (System.nanoTime() - due >= 0) {
      assertThat(node.admin("POST", "/api/v1/health-signals", signals).status()).isEqualTo(202);
      due = System.nanoTime() + EVERY;
    }
  }
}
