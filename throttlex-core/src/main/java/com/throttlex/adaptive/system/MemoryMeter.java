package com.throttlex.adaptive.system;

import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Measures how full the memory is. */
final class MemoryMeter {
  /** The part of the time in garbage collection above which memory counts as exhausted. */
  private static final double LOST_COLLECTING = 0.2;

  private static final double LOST = 0.98;

  private final JvmNumbers jvm;
  private boolean started;
  private long lastNanos;
  private long lastCollectionMillis;

  MemoryMeter(JvmNumbers jvm) {
    this.jvm = jvm;
  }

  OptionalDouble read(ControlGroup group, long nowNanos) {
    return Stream.of(jvm.heapInUse(), group.memoryInUse(), lost(nowNanos))
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  /** Returns a high value when the time in garbage collection shows that memory is short. */
  private OptionalDouble lost(long nowNanos) {
    long collectionMillis = jvm.collectionMillis();
    long elapsed = nowNanos - lastNanos;
    double collecting = TimeUnit.MILLISECONDS.toNanos(collectionMillis - lastCollectionMillis);
    boolean lost = started && elapsed > 0 && collecting / elapsed > LOST_COLLECTING;
    started = true;
    lastNanos = nowNanos;
    lastCollectionMillis = collectionMillis;
    return lost ? OptionalDouble.of(LOST) : OptionalDouble.empty();
  }
}
