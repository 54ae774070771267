package com.throttlex.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The admitted units and their times. */
final class History {
  private final List<Admission> admissions = new ArrayList<>();

  private record Admission(long time, long units) {}

  void add(long time, long units) {
    admissions.add(new Admission(time, units));
  }

  void addAll(History other) {
    admissions.addAll(other.admissions);
  }

  /** Returns the most units in any time span of that length, its end excluded. */
  long mostWithin(long nanos) {
    List<Admission> sorted = new ArrayList<>(admissions);
    sorted.sort(Comparator.comparingLong(Admission::time));
    long most = 0;
    long within = 0;
    int first = 0;
    for (Admission admission : sorted) {
      within += admission.units;
      while (sorted.get(first).time <= admission.time - nanos) {
        within -= sorted.get(first++).units;
      }
      most = Math.max(most, within);
    }
    return most;
  }
}
