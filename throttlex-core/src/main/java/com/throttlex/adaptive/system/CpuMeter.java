package com.throttlex.adaptive.system;

import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Measures how busy the processors were between two reads. */
final class CpuMeter {
  private final Path machinePressure;
  private final JvmNumbers jvm;
  private @Nullable CpuReading last;

  CpuMeter(Path root, JvmNumbers jvm) {
    this.machinePressure = root.resolve("proc/pressure/cpu");
    this.jvm = jvm;
  }

  OptionalDouble read(ControlGroup group, long nowNanos) {
    CpuReading now = CpuReading.of(group, jvm, nowNanos);
    // The load is measured since the previous call. So the first read calls it too, and ignores the
    // result.
    OptionalDouble load =
        now.groupMicros().isPresent() ? OptionalDouble.empty() : jvm.machineLoad();
    CpuReading before = last;
    last = now;
    return before == null ? OptionalDouble.empty() : busy(before, now, load);
  }

  private OptionalDouble busy(CpuReading before, CpuReading now, OptionalDouble load) {
    OptionalDouble used = used(before, now, load);
    return used.isEmpty()
        ? used
        : largest(used, OptionalDouble.of(now.throttled(before)), pressure(now.group()));
  }

  private OptionalDouble used(CpuReading before, CpuReading now, OptionalDouble load) {
    if (now.groupMicros().isPresent()) {
      return now.usedByGroup(before, now.group().processors(jvm.processors()));
    }
    return now.nanos() - before.nanos() <= 0
        ? OptionalDouble.empty()
        : largest(now.usedByProcess(before, jvm.processors()), load);
  }

  private OptionalDouble pressure(ControlGroup group) {
    OptionalDouble own = group.pressure();
    return own.isPresent() ? own : KernelText.pressure(KernelText.of(machinePressure));
  }

  private static OptionalDouble largest(OptionalDouble... known) {
    return Stream.of(known).flatMapToDouble(OptionalDouble::stream).max();
  }
}
