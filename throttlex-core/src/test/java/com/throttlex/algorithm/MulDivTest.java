package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MulDivTest {
  private static final int PRODUCT_BITS = 113;
  private static final int QUOTIENT_BITS = 62;
  private static final int DIVISOR_BITS = 62;

  /** Compares with unbounded integers if the input is in range; whether it is. */
  private static boolean check(long a, long b, long c) {
    BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    BigInteger[] exact = product.divideAndRemainder(BigInteger.valueOf(c));
    if (product.bitLength() > PRODUCT_BITS
        || exact[0].bitLength() > QUOTIENT_BITS
        || BigInteger.valueOf(c).bitLength() > DIVISOR_BITS) {
      return false;
    }
    long floor = exact[0].longValueExact();
    long ceil = floor + exact[1].signum();
    if (MulDiv.floor(a, b, c) != floor || MulDiv.ceil(a, b, c) != ceil) {
      assertThat(MulDiv.floor(a, b, c)).as("⌊%d · %d / %d⌋", a, b, c).isEqualTo(floor);
      assertThat(MulDiv.ceil(a, b, c)).as("⌈%d · %d / %d⌉", a, b, c).isEqualTo(ceil);
    }
    return true;
  }

  @Test
  void quotient_ofRandomInput_equalsBigInteger() {
    Random random = new Random(20260921);
    int checked = 0;
    for (int i = 0; i < 300_000; i++) {
      long a = bits(random, random.nextInt(64));
      long b = bits(random, random.nextInt(64));
      long c = Math.max(1, bits(random, random.nextInt(64)));
      checked += check(a, b, c) ? 1 : 0;
    }

    assertThat(checked).isGreaterThan(90_000);
  }

  /** Where the quotient is whole or all but, an estimate is most easily off by one. */
  @Test
  void quotient_nextToWholeNumbers_equalsBigInteger() {
    Random random = new Random(7);
    int checked = 0;
    for (int i = 0; i < 300_000; i++) {
      long b = Math.max(1, bits(random, random.nextInt(62)));
      long a = Math.max(1, bits(random, random.nextInt(62)));
      long divisor = Math.max(1, a / Math.max(1, bits(random, random.nextInt(30))));
      for (long c = Math.max(1, divisor - 1); c <= divisor + 1; c++) {
        checked += check(a, b, c) ? 1 : 0;
        checked += check(a / c * c, b, c) ? 1 : 0;
        checked += check(a / c * c + 1, b, c) ? 1 : 0;
      }
    }

    assertThat(checked).isGreaterThan(100_000);
  }

  @Test
  void quotient_ofExtremeInput_equalsBigInteger() {
    long[] extremes = new long[3 * 63 + 6];
    int size = 0;
    for (int bit = 0; bit < 63; bit++) {
      extremes[size++] = 1L << bit;
      extremes[size++] = (1L << bit) - 1;
      extremes[size++] = (1L << bit) + 1;
    }
    extremes[size++] = Long.MAX_VALUE;
    extremes[size++] = Rate.MAX_AMOUNT;
    extremes[size++] = Rate.MAX_AMOUNT - 1;
    extremes[size++] = Period.LONGEST.toNanos();
    extremes[size++] = 1_790_000_000_000_000_000L;
    extremes[size] = 1_000_000_007L;
    int checked = 0;
    for (long a : extremes) {
      for (long b : extremes) {
        for (long c : extremes) {
          checked += c > 0 && check(a, b, c) ? 1 : 0;
        }
      }
    }

    assertThat(checked).isGreaterThan(2_000_000);
  }

  private static long bits(Random random, int bits) {
    return bits == 0 ? 0 : random.nextLong() >>> (64 - bits);
  }
}
