package com.throttlex.adaptive.system;

import com.throttlex.adaptive.Signal;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * How busy the machine of a process is: its processors and its memory.
 *
 * <p>{@link Signal#CPU} is the largest of what is known of these, each from 0 to 1:
 *
 * <ul>
 *   <li>the processor time used since the read before, as a part of what the control group (cgroup
 *       v2) may use; without one, the larger of what this process used and the load of the machine;
 *   <li>the part of the periods in which a control group was throttled, where a quarter is already
 *       1;
 *   <li>the part of the last ten seconds in which work waited for a processor.
 * </ul>
 *
 * <p>{@link Signal#MEMORY} is the largest of these:
 *
 * <ul>
 *   <li>the part of the heap in use after the last collection;
 *   <li>the part of the control group's limit in use, without the files that the kernel can drop;
 *   <li>0.98 when more than a fifth of the time since the read before went into collecting.
 * </ul>
 */
public final class SystemSignals {
  private final Path root;
  private final CpuMeter cpu;
  private final MemoryMeter memory;

  /**
   * Creates signals that read the kernel's files below a folder.
   *
   * @param root the folder that contains {@code proc} and {@code sys}
   */
  SystemSignals(Path root, JvmNumbers jvm) {
    this.root = root;
    this.cpu = new CpuMeter(root, jvm);
    this.memory = new MemoryMeter(jvm);
  }

  /** Returns the signals of this process. */
  public static SystemSignals ofThisProcess() {
    return new SystemSignals(Path.of("/"), new PlatformNumbers());
  }

  /**
   * Returns the signals that are known now. The first read has no {@link Signal#CPU}, because it is
   * the difference of two reads.
   *
   * @param nowNanos the time, on a monotonic clock
   * @return the known signals; the others are absent
   */
  public synchronized Map<Signal, Double> read(long nowNanos) {
    ControlGroup group = ControlGroup.find(root);
    Map<Signal, Double> known = new EnumMap<>(Signal.class);
    cpu.read(group, nowNanos).ifPresent(value -> known.put(Signal.CPU, value));
    memory.read(group, nowNanos).ifPresent(value -> known.put(Signal.MEMORY, value));
    return Collections.unmodifiableMap(known);
  }
}
