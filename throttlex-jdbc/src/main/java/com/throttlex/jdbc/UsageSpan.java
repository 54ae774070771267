package com.throttlex.jdbc;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A time span whose usage is in records of one resolution.
 *
 * @param from the first start of a record, included
 * @param to the last start, excluded
 */
public record UsageSpan(Resolution resolution, Instant from, Instant to) {
  /**
   * Returns the spans that cover a time span with as few records as possible: minutes at its ends,
   * hours between them, and days between these.
   *
   * @param largest the largest resolution; hours if records of one day belong to different periods
   */
  public static List<UsageSpan> cover(Instant from, Instant to, Resolution largest) {
    List<UsageSpan> spans = new ArrayList<>();
    cover(from, to, largest, spans);
    return spans;
  }

  private static void cover(Instant from, Instant to, Resolution by, List<UsageSpan> spans) {
    Instant first = by.next(from);
    Instant last = by.start(to);
    if (by == Resolution.MINUTE) {
      add(new UsageSpan(by, first, by.next(to)), spans);
    } else if (!first.isBefore(last)) {
      cover(from, to, smaller(by), spans);
    } else {
      cover(from, first, smaller(by), spans);
      add(new UsageSpan(by, first, last), spans);
      cover(last, to, smaller(by), spans);
    }
  }

  private static Resolution smaller(Resolution resolution) {
    return resolution == Resolution.DAY ? Resolution.HOUR : Resolution.MINUTE;
  }

  private static void add(UsageSpan span, List<UsageSpan> spans) {
    if (span.from().isBefore(span.to())) {
      spans.add(span);
    }
  }

  /** Returns the same spans, in which each that continues the one before is joined with it. */
  public static List<UsageSpan> joined(List<UsageSpan> spans) {
    List<UsageSpan> joined = new ArrayList<>();
    for (UsageSpan span : spans) {
      UsageSpan last = joined.isEmpty() ? null : joined.get(joined.size() - 1);
      if (last != null && last.resolution == span.resolution && last.to.equals(span.from)) {
        joined.set(joined.size() - 1, new UsageSpan(span.resolution, last.from, span.to));
      } else {
        joined.add(span);
      }
    }
    return joined;
  }
}
