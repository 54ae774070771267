package com.throttlex.adaptive;

/**
 * The usual response time of a healthy system, learned from measurements. Shorter times count
 * quickly and longer ones slowly, so an overload does not become the usual time.
 */
final class UsualTime {
  private static final double SHORTER = 0.2;
  private static final double LONGER = 0.0005;

  private double millis;

  /** The usual time; 0 when it is not known. */
  double millis() {
    return millis;
  }

  void seen(double time) {
    if (time > 0) {
      double part = time < millis ? SHORTER : LONGER;
      millis = millis == 0 ? time : millis + part * (time - millis);
    }
  }
}
