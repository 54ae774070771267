package com.throttlex.adaptive.system;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** The measurements of the virtual machine that runs this code. */
final class PlatformNumbers implements JvmNumbers {
  private final OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();

  /** Processor times are in an optional module, whose classes must not be loaded without it. */
  private final boolean tellsTimes = ModuleLayer.boot().findModule("jdk.management").isPresent();

  @Override
  public int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  @Override
  public OptionalLong processNanos() {
    if (tellsTimes && system instanceof com.sun.management.OperatingSystemMXBean times) {
      long nanos = times.getProcessCpuTime();
      return nanos < 0 ? OptionalLong.empty() : OptionalLong.of(nanos);
    }
    return OptionalLong.empty();
  }

  @Override
  public OptionalDouble machineLoad() {
    if (tellsTimes && system instanceof com.sun.management.OperatingSystemMXBean times) {
      double load = times.getCpuLoad();
      return load >= 0 && load <= 1 ? OptionalDouble.of(load) : OptionalDouble.empty();
    }
    return OptionalDouble.empty();
  }

  @Override
  public OptionalDouble heapInUse() {
    try {
      List<MemoryUsage> pools = new ArrayList<>();
      for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
        MemoryUsage usage = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
        if (usage != null) {
          pools.add(usage);
        }
      }
      return inUse(pools, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getMax());
    } catch (IllegalArgumentException inconsistent) {
      // Numbers that change during a read can contradict each other, and the JVM then throws.
      return OptionalDouble.empty();
    }
  }

  /**
   * Returns the part of the heap that the pools use after their last collections. It is known once
   * the largest pool, that of old objects, was collected; until then its use reads as 0.
   */
  static OptionalDouble inUse(List<MemoryUsage> pools, long heapMax) {
    long largest = 0;
    long ofLargest = 0;
    long used = 0;
    for (MemoryUsage pool : pools) {
      used += pool.getUsed();
      if (pool.getMax() >= largest) {
        ofLargest = pool.getMax() > largest ? pool.getUsed() : ofLargest + pool.getUsed();
        largest = pool.getMax();
      }
    }
    return ofLargest > 0 && heapMax > 0
        ? OptionalDouble.of(Math.min(1, (double) used / heapMax))
        : OptionalDouble.empty();
  }

  @Override
  public long collectionMillis() {
    long millis = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      if (stops(collector.getName())) {
        millis += Math.max(0, collector.getCollectionTime());
      }
    }
    return millis;
  }

  /** Returns whether a collector of that name stops the program while it works. */
  static boolean stops(String collector) {
    return !collector.endsWith("Cycles") && !collector.contains("Concurrent");
  }
}
