package com.throttlex.replay.output;

import com.throttlex.replay.BusiestMinute;
import com.throttlex.replay.DeniedKey;
import com.throttlex.replay.DeniedShare;
import com.throttlex.replay.KeyDifference;
import com.throttlex.replay.ReplayComparison;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayTimeline;
import com.throttlex.replay.ReplayTotals;
import com.throttlex.replay.ReplayedBook;
import com.throttlex.replay.RuleResult;
import com.throttlex.replay.log.BrokenLine;
import com.throttlex.replay.log.LogFileReport;
import com.throttlex.replay.log.LogReport;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a replay as maps, lists, texts and numbers, with the members of its JSON form. */
public final class ReplayJson {
  private ReplayJson() {}

  /** Returns the members of the JSON object; absent values are left out. */
  public static Map<String, Object> toMap(ReplayResult result) {
    Map<String, Object> map = new LinkedHashMap<>();
    LogReport log = result.log();
    put(map, "from", text(result.first()));
    put(map, "to", text(result.last()));
    map.put("lines", log.sum(LogFileReport::lines));
    map.put("requests", log.sum(LogFileReport::requests));
    map.put("broken", log.sum(LogFileReport::broken));
    map.put("late", result.late());
    map.put("files", log.files().stream().map(ReplayJson::file).toList());
    map.put("brokenLines", log.brokenLines().stream().map(ReplayJson::line).toList());
    map.putAll(book(result.now()));
    ReplayedBook before = result.before();
    ReplayComparison comparison = result.comparison();
    if (before != null && comparison != null) {
      map.put("against", book(before));
      map.put("comparison", comparison(comparison));
    }
    map.put("notes", result.notes());
    put(map, "stopped", result.stopped());
    return map;
  }

  private static Map<String, Object> file(LogFileReport file) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("file", file.file());
    map.put("format", file.format());
    map.put("compression", file.compression());
    map.put("lines", file.lines());
    map.put("requests", file.requests());
    map.put("broken", file.broken());
    map.put("blank", file.blank());
    map.put("header", file.header());
    map.put("outside", file.outside());
    put(map, "problem", file.problem());
    return map;
  }

  private static Map<String, Object> line(BrokenLine line) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("file", line.file());
    map.put("line", line.line());
    map.put("problem", line.problem());
    return map;
  }

  private static Map<String, Object> book(ReplayedBook book) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("totals", totals(book.totals()));
    map.put("rules", book.rules().stream().map(ReplayJson::rule).toList());
    map.put("timeline", timeline(book.timeline()));
    return map;
  }

  private static Map<String, Object> totals(ReplayTotals totals) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("requests", totals.requests());
    map.put("retries", totals.retries());
    map.put("allowed", totals.allowed());
    map.put("denied", totals.denied());
    map.put("delayed", totals.delayed());
    map.put("delayMs", totals.delayNanos() / 1_000_000);
    map.put("shadowDenied", totals.shadowDenied());
    map.put("unruled", totals.unruled());
    map.put("gaveUp", totals.gaveUp());
    return map;
  }

  private static Map<String, Object> rule(RuleResult rule) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("rule", rule.rule().id());
    map.put("mode", rule.rule().mode().name().toLowerCase(Locale.ROOT));
    map.put("requests", rule.requests());
    map.put("keys", rule.keys());
    map.put("denied", rule.denied());
    map.put("delayed", rule.delayed());
    map.put("shadowDenied", rule.shadowDenied());
    map.put("deniedKeys", rule.deniedKeys());
    BusiestMinute busiest = rule.busiestMinute();
    if (busiest != null) {
      Map<String, Object> minute = new LinkedHashMap<>();
      minute.put("start", busiest.start().toString());
      minute.put("requests", busiest.requests());
      minute.put("denied", busiest.denied());
      map.put("busiestMinute", minute);
    }
    map.put("deniedShares", rule.deniedShares().stream().map(ReplayJson::share).toList());
    map.put("mostDenied", rule.mostDenied().stream().map(ReplayJson::key).toList());
    map.put("timeline", timeline(rule.timeline()));
    return map;
  }

  private static Map<String, Object> share(DeniedShare share) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("above", Math.max(0, share.above()));
    map.put("upTo", share.upTo());
    map.put("keys", share.keys());
    return map;
  }

  private static Map<String, Object> key(DeniedKey key) {
    Map<String, Object> streak = new LinkedHashMap<>();
    streak.put("denied", key.streak());
    streak.put("first", key.streakFirst().toString());
    streak.put("last", key.streakLast().toString());
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("key", key.key());
    map.put("requests", key.requests());
    map.put("denied", key.denied());
    map.put("first", key.first().toString());
    map.put("last", key.last().toString());
    map.put("longestStreak", streak);
    return map;
  }

  private static Map<String, Object> timeline(ReplayTimeline timeline) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("start", timeline.start().toString());
    map.put("bucketSeconds", timeline.bucketSeconds());
    map.put("requests", list(timeline.requests()));
    map.put("denied", list(timeline.denied()));
    map.put("delayed", list(timeline.delayed()));
    map.put("shadowDenied", list(timeline.shadowDenied()));
    return map;
  }

  private static Map<String, Object> comparison(ReplayComparison comparison) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("bothAllow", comparison.bothAllow());
    map.put("bothDeny", comparison.bothDeny());
    map.put("newlyDenied", comparison.newlyDenied());
    map.put("newlyAllowed", comparison.newlyAllowed());
    map.put("worse", comparison.worse());
    map.put("better", comparison.better());
    map.put("differences", comparison.differences().stream().map(ReplayJson::difference).toList());
    return map;
  }

  private static Map<String, Object> difference(KeyDifference key) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("key", key.key());
    map.put("requests", key.requests());
    map.put("deniedBefore", key.deniedBefore());
    map.put("deniedNow", key.deniedNow());
    return map;
  }

  private static List<Long> list(long[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static @Nullable String text(@Nullable Instant time) {
    return time == null ? null : time.toString();
  }

  private static void put(Map<String, Object> map, String name, @Nullable String value) {
    if (value != null) {
      map.put(name, value);
    }
  }
}
