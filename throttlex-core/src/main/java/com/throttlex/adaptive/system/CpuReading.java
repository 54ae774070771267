package com.throttlex.adaptive.system;

import com.throttlex.adaptive.system.ControlGroup.Periods;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * The counters of processor time at one moment.
 *
 * @param nanos the moment
 * @param group the control group that the counters are about
 * @param groupMicros the processor time that the group has used
 * @param periods the periods of each level of the group
 * @param processNanos the processor time that the process has used
 */
record CpuReading(
    long nanos,
    ControlGroup group,
    OptionalLong groupMicros,
    List<Periods> periods,
    OptionalLong processNanos) {
  /** The part of throttled periods from which the signal is 1. */
  private static final double LOST_THROTTLED = 0.25;

  CpuReading {
    periods = List.copyOf(periods);
  }

  static CpuReading of(ControlGroup group, JvmNumbers jvm, long nanos) {
    return new CpuReading(nanos, group, group.usedMicros(), group.periods(), jvm.processNanos());
  }

  /** The part of the processors that the group has used since an earlier reading. */
  OptionalDouble usedByGroup(CpuReading before, double processors) {
    return group.equals(before.group)
        ? part(before, before.groupMicros, groupMicros, 1000 / processors)
        : OptionalDouble.empty();
  }

  /** The part of the processors that the process has used since an earlier reading. */
  OptionalDouble usedByProcess(CpuReading before, double processors) {
    return part(before, before.processNanos, processNanos, 1 / processors);
  }

  private OptionalDouble part(
      CpuReading before, OptionalLong from, OptionalLong to, double nanosEach) {
    long elapsed = nanos - before.nanos;
    if (elapsed <= 0 || from.isEmpty() || to.isEmpty() || to.getAsLong() < from.getAsLong()) {
      return OptionalDouble.empty();
    }
    double used = (to.getAsLong() - from.getAsLong()) * nanosEach;
    return OptionalDouble.of(Math.min(1, used / elapsed));
  }

  /** Returns how much quotas delayed the group since an earlier reading, from 0 to 1. */
  double throttled(CpuReading before) {
    if (!group.equals(before.group)) {
      return 0;
    }
    return IntStream.range(0, periods.size())
        .mapToDouble(level -> throttled(before.periods.get(level), periods.get(level)))
        .max()
        .orElse(0);
  }

  private static double throttled(Periods from, Periods to) {
    long all = to.all() - from.all();
    long throttled = to.throttled() - from.throttled();
    return all <= 0 || throttled <= 0 ? 0 : Math.min(1, throttled / (all * LOST_THROTTLED));
  }
}
