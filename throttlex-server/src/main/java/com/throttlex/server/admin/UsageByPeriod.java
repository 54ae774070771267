package com.throttlex.server.admin;

import com.throttlex.jdbc.Resolution;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.jdbc.UsageSpan;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sums of usage by period, and the records that they come from. */
final class UsageByPeriod {
  private static final UsageCount NOTHING = new UsageCount("", 0, 0, 0, 0);

  private final List<Instant> edges;
  private final NavigableMap<Instant, Integer> starts = new TreeMap<>();
  private final List<UsageSpan> spans = new ArrayList<>();
  private final @Nullable UsageCount[] sums;

  /**
   * Creates empty sums.
   *
   * @param edges the starts of the periods, and the end of the last one
   * @param oldestMinute before it there are only hours: a period begins with a whole hour
   */
  UsageByPeriod(List<Instant> edges, Instant oldestMinute) {
    this.edges = edges;
    sums = new UsageCount[edges.size() - 1];
    for (int i = 0; i < sums.length; i++) {
      Instant start = edge(edges.get(i), oldestMinute);
      Instant end = edge(edges.get(i + 1), oldestMinute);
      starts.put(start, i);
      spans.addAll(UsageSpan.cover(start, end, Resolution.HOUR));
    }
  }

  /** Returns where a time is in the records; without minutes, at a whole hour. */
  static Instant edge(Instant time, Instant oldestMinute) {
    return time.isBefore(oldestMinute) ? Resolution.HOUR.start(time) : time;
  }

  /** Returns the spans of the records, as few as possible. */
  List<UsageSpan> spans() {
    return UsageSpan.joined(spans);
  }

  /** Adds a record to its period, if it has one. */
  void add(Instant start, UsageCount count) {
    Map.Entry<Instant, Integer> period = starts.floorEntry(start);
    if (period != null) {
      UsageCount sum = sums[period.getValue()];
      sums[period.getValue()] = sum == null ? count : sum.plus(count);
    }
  }

  /**
   * Returns a row for each period.
   *
   * @param complete a period is complete if it ends at this time or earlier
   */
  JsonArray rows(Instant complete) {
    JsonArray rows = new JsonArray();
    for (int i = 0; i < sums.length; i++) {
      UsageCount sum = sums[i];
      Instant end = edges.get(i + 1);
      JsonObject row =
          new JsonObject().put("start", edges.get(i).toString()).put("end", end.toString());
      rows.add(
          UsageSums.put(row, sum == null ? NOTHING : sum).put("complete", !end.isAfter(complete)));
    }
    return rows;
  }
}
