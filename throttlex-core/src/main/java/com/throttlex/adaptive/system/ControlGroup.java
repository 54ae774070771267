package com.throttlex.adaptive.system;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The control group (cgroup v2) of this process. The limits of its parent groups apply to it too.
 *
 * @param levels its folder and those above it, its own first; at least one
 */
record ControlGroup(List<Path> levels) {
  ControlGroup {
    levels = List.copyOf(levels);
  }

  /**
   * The number of quota periods so far.
   *
   * @param all all periods
   * @param throttled the periods in which the group had to wait for the next one
   */
  record Periods(long all, long throttled) {}

  /**
   * Returns the group that {@code proc/self/cgroup} names. In a container, that name may be the one
   * outside. Then the top folder is the container's own group.
   */
  static ControlGroup find(Path root) {
    Path top = root.resolve("sys/fs/cgroup").normalize();
    List<Path> levels = new ArrayList<>();
    Path level = own(top, KernelText.of(root.resolve("proc/self/cgroup")));
    while (level != null && !level.equals(top)) {
      levels.add(level);
      level = level.getParent();
    }
    levels.add(top);
    return new ControlGroup(levels);
  }

  private static Path own(Path top, String groups) {
    try {
      Path own = top.resolve(KernelText.groupPath(groups).orElse("/").substring(1)).normalize();
      return own.startsWith(top) && Files.isDirectory(own) ? own : top;
    } catch (InvalidPathException garbage) {
      return top;
    }
  }

  /** The processor time that the group has used. */
  OptionalLong usedMicros() {
    return KernelText.field(text(levels.get(0), "cpu.stat"), "usage_usec");
  }

  /** Returns the number of processors that the group may use, of those available. */
  double processors(int available) {
    double processors = available;
    for (Path level : levels) {
      processors =
          Math.min(processors, KernelText.processors(text(level, "cpu.max")).orElse(processors));
    }
    return processors;
  }

  /** Returns the periods of each level; 0 periods where there is no quota. */
  List<Periods> periods() {
    List<Periods> periods = new ArrayList<>();
    for (Path level : levels) {
      String stat = text(level, "cpu.stat");
      periods.add(
          new Periods(
              KernelText.field(stat, "nr_periods").orElse(0),
              KernelText.field(stat, "nr_throttled").orElse(0)));
    }
    return periods;
  }

  /** The part of the time in which work of the group waited for a processor. */
  OptionalDouble pressure() {
    return KernelText.pressure(text(levels.get(0), "cpu.pressure"));
  }

  /** The part of the memory in use, at the level that is closest to its limit. */
  OptionalDouble memoryInUse() {
    return levels.stream()
        .map(ControlGroup::memoryInUse)
        .flatMapToDouble(OptionalDouble::stream)
        .max();
  }

  private static OptionalDouble memoryInUse(Path level) {
    long max = KernelText.number(text(level, "memory.max")).orElse(0);
    OptionalLong current = KernelText.number(text(level, "memory.current"));
    OptionalLong files = KernelText.field(text(level, "memory.stat"), "inactive_file");
    if (max == 0 || current.isEmpty() || files.isEmpty()) {
      return OptionalDouble.empty();
    }
    double used = Math.max(0, current.getAsLong() - files.getAsLong());
    return OptionalDouble.of(Math.min(1, used / max));
  }

  private static String text(Path level, String file) {
    return KernelText.of(level.resolve(file));
  }
}
