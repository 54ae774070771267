package com.throttlex.adaptive;

/**
 * What response times are when all is well, learned by looking: shorter ones are believed soon,
 * longer ones hardly, so that an overload is not taken for the usual.
 */
final class UsualTime {
  private static final double SHORTER = 0.2;
  private static final double LONGER = 0.0005;

  private double millis;

  /** The usual time; 0 when none is known. */
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
