package com.throttlex.algorithm;

/**
 * Exact {@code a * b / c} for products of up to 113 bits, quotients and divisors of up to 62.
 *
 * <p>The quotient is first estimated in floating point; its error is at most {@code a·b/c·2⁻⁵¹}. So
 * the exact remainder {@code a·b − q·c} fits a {@code long} although neither product does (wrapping
 * arithmetic computes it correctly). One integer division of that remainder corrects the estimate.
 */
final class MulDiv {
  private MulDiv() {}

  static long floor(long a, long b, long c) {
    long estimate = (long) ((double) a * (double) b / (double) c);
    return estimate + Math.floorDiv(a * b - estimate * c, c);
  }

  static long ceil(long a, long b, long c) {
    long estimate = (long) ((double) a * (double) b / (double) c);
    return estimate - Math.floorDiv(estimate * c - a * b, c);
  }
}
