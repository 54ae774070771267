package com.throttlex.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests that values in normal form are checked without allocation. */
class AllocationTest {
  private static final int CALLS = 10_000;

  @Test
  void normalize_ofANormalPath_allocatesNothing() {
    assertThat(bytesPerCall(Paths::normalize, "/api/v1/orders/42")).isZero();
    assertThat(bytesPerCall(Paths::normalize, "/caf%c3%a9/a%20b%25")).isZero();
  }

  @Test
  void canonical_ofIpv4_allocatesNothing() {
    assertThat(bytesPerCall(text -> Addresses.canonical(text, 64), "203.0.113.9")).isZero();
  }

  @Test
  void upper_ofUpperCase_allocatesNothing() {
    assertThat(bytesPerCall(Ascii::upper, "POST")).isZero();
  }

  @Test
  void normalize_ofAnotherPath_isSeenToAllocate() {
    assertThat(bytesPerCall(Paths::normalize, "/API/v1/orders/42")).isPositive();
  }

  /** The first calls load classes, which allocates once. */
  private static long bytesPerCall(UnaryOperator<String> call, String text) {
    bytesPerLaterCall(call, text);
    return bytesPerLaterCall(call, text);
  }

  private static long bytesPerLaterCall(UnaryOperator<String> call, String text) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    int length = 0;
    for (int i = 0; i < CALLS; i++) {
      length += call.apply(text).length();
    }
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(length).isPositive();
    return allocated / CALLS;
  }
}
