package com.throttlex.replay.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The labels of a time axis: at most six, at round times. */
final class TimeAxis {
  private static final int MOST = 6;
  private static final long DAY = 86_400;
  private static final long[] STEPS = {
    60, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, DAY, 2 * DAY, 7 * DAY, 14 * DAY,
    30 * DAY, 90 * DAY, 365 * DAY
  };
  private static final DateTimeFormatter CLOCK = form("HH:mm");
  private static final DateTimeFormatter DATE = form("d MMM");
  private static final DateTimeFormatter MONTH = form("MMM yyyy");

  /**
   * A label.
   *
   * @param place its place on the axis, from 0 to 1
   */
  record Label(double place, String text) {}

  private TimeAxis() {}

  private static DateTimeFormatter form(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH).withZone(ZoneOffset.UTC);
  }

  static List<Label> labels(Instant start, Duration length) {
    long seconds = Math.max(1, length.toSeconds());
    long step = STEPS[STEPS.length - 1];
    for (int i = STEPS.length - 1; i >= 0; i--) {
      step = seconds / STEPS[i] < MOST ? STEPS[i] : step;
    }
    List<Label> labels = new ArrayList<>();
    long first = start.getEpochSecond();
    long mark = Math.floorDiv(first + step - 1, step) * step;
    for (; mark <= first + seconds && labels.size() <= MOST; mark += step) {
      labels.add(new Label((double) (mark - first) / seconds, text(mark, step)));
    }
    return labels;
  }

  private static String text(long second, long step) {
    Instant time = Instant.ofEpochSecond(second);
    if (step >= 30 * DAY) {
      return MONTH.format(time);
    }
    ZonedDateTime utc = time.atZone(ZoneOffset.UTC);
    boolean midnight = utc.toLocalTime().toSecondOfDay() == 0;
    return midnight ? DATE.format(time) : CLOCK.format(time);
  }
}
