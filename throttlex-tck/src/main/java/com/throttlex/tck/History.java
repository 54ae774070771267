package com.throttlex.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What was admitted when. */
final class History {
  private final List<Admission> admissions = new ArrayList<>();

  private record Admission(long time, long until, long units) {}

  /**
   * Notes what was admitted.
   *
   * @param time when, by the clock that the request read
   * @param until when it was known
   */
  void add(long time, long until, long units) {
    admissions.add(new Admission(time, Math.max(time, until), units));
  }

  void addAll(History other) {
    admissions.addAll(other.admissions);
  }

  /**
   * The most units in any time of that length that cannot have been admitted outside of it.
   *
   * <p>Whoever reads the time and is then overtaken meets a store that has forgotten what was over
   * for those who overtook it. It was admitted some time between then and when it was known.
   */
  long mostSurelyWithin(long nanos) {
    long most = 0;
    for (Admission first : admissions) {
      long within = 0;
      for (Admission other : admissions) {
        if (other.time >= first.time && other.until < first.time + nanos) {
          within += other.units;
        }
      }
      most = Math.max(most, within);
    }
    return most;
  }

  /** The most units in any time of that length: from a moment on, up to but without its end. */
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
