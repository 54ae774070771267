package com.throttlex.tck.servers;

import java.time.Duration;

/** The effect of a {@link FaultProxy} on bytes: it delays or drops them. */
record Fault(boolean swallows, boolean refuses, long delayNanos) {
  static final Fault NONE = new Fault(false, false, 0);
  static final Fault BLACKHOLE = new Fault(true, false, 0);
  static final Fault CUT = new Fault(false, true, 0);

  static Fault delay(Duration delay) {
    return new Fault(false, false, delay.toNanos());
  }
}
