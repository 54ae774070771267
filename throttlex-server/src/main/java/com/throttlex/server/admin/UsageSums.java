package com.throttlex.server.admin;

import com.throttlex.jdbc.Resolution;
import com.throttlex.jdbc.Retention;
import com.throttlex.jdbc.Usage;
import com.throttlex.jdbc.UsageCount;
import com.throttlex.jdbc.UsageSpan;
import com.throttlex.jdbc.UsageTable;
import com.throttlex.request.ShownText;
import io.vertx.core.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Sums of usage: by period for one rule or for all together, or by rule.
 *
 * <p>The database sums up whole days and hours as far as they lie within a period, and minutes at
 * its ends. The decisions that this node has not written yet are added, so the running period is
 * never shown too low by its last minute.
 */
final class UsageSums {
  private static final int MOST_PERIODS = 1_500;
  private static final int MOST_RULES = 10_000;
  private static final int USUAL_RULES = 1_000;
  private static final int ATTEMPTS = 3;

  private enum Group {
    TOTAL,
    RULE
  }

  private final UsageTable usage;
  private final Supplier<UnwrittenUsage> unwritten;

  UsageSums(UsageTable usage, Supplier<UnwrittenUsage> unwritten) {
    this.usage = usage;
    this.unwritten = unwritten;
  }

  /** Returns whether a query asks for sums. */
  static boolean isWanted(QueryText query) {
    return query.text("group") != null || query.text("step") != null;
  }

  JsonObject answer(QueryText query, Instant now) {
    Group group = query.choice("group", Group.values());
    UsagePeriods.Step step = query.choice("step", UsagePeriods.Step.values());
    String rule = query.text("rule");
    if (query.text("resolution") != null) {
      throw QueryText.wrong("resolution", "given", "none with group or step");
    } else if ((group == null) == (rule == null)) {
      String shown = group == null ? "missing" : "with a rule";
      throw QueryText.wrong("group", shown, "either total or rule, or one rule");
    } else if (step == null && group != Group.RULE) {
      throw QueryText.wrong("step", "missing", "one of minute, hour, day");
    }
    UsagePeriods periods =
        new UsagePeriods(Objects.requireNonNullElse(step, UsagePeriods.Step.MINUTE), zone(query));
    Instant from = periods.start(from(query, periods.step(), now));
    Instant to = Objects.requireNonNullElse(query.time("to"), now);
    if (!from.isBefore(to)) {
      throw QueryText.wrong("to", to.toString(), "a time after from");
    }
    return group == Group.RULE
        ? byRule(from, to, now, (int) query.number("limit", 1, MOST_RULES, USUAL_RULES))
        : byPeriod(Objects.requireNonNullElse(rule, UsageTable.ALL), periods, from, to, now);
  }

  private static ZoneId zone(QueryText query) {
    String name = query.text("zone");
    try {
      return name == null ? ZoneOffset.UTC : ZoneId.of(name);
    } catch (DateTimeException e) {
      throw QueryText.wrong(
          "zone", ShownText.quoted(name), "a time zone such as Europe/Berlin or +02:00");
    }
  }

  private static Instant from(QueryText query, UsagePeriods.Step step, Instant now) {
    Duration usual =
        switch (step) {
          case MINUTE -> Duration.ofHours(1);
          case HOUR -> Duration.ofDays(1);
          case DAY -> Duration.ofDays(30);
        };
    boolean minutes = step == UsagePeriods.Step.MINUTE;
    Duration kept = minutes ? Retention.MINUTES : Retention.HOURS;
    Instant from = Objects.requireNonNullElse(query.time("from"), now.minus(usual));
    if (from.isBefore(now.minus(kept))) {
      String expected = "within the last " + kept.toDays() + " days";
      throw QueryText.wrong("from", from.toString(), minutes ? expected + ", or hours" : expected);
    }
    return from;
  }

  private JsonObject byPeriod(
      String rule, UsagePeriods periods, Instant from, Instant to, Instant now) {
    List<Instant> edges = periods.edges(from, to, MOST_PERIODS + 2);
    if (edges.size() > MOST_PERIODS + 1) {
      String expected = "a shorter time span or longer steps: at most " + MOST_PERIODS + " periods";
      throw QueryText.wrong("from", from.toString(), expected);
    }
    UsageByPeriod sums = new UsageByPeriod(edges, now.minus(Retention.MINUTES));
    Read read = read(() -> usage.series(rule, sums.spans()));
    read.rows.forEach(row -> sums.add(row.start(), count(row)));
    read.unwritten.counts().stream()
        .filter(count -> rule.equals(UsageTable.ALL) || rule.equals(count.rule()))
        .forEach(count -> sums.add(read.unwritten.minute(), count));
    return new JsonObject()
        .put("step", QueryText.word(periods.step()))
        .put("usage", sums.rows(read.unwritten.minute()));
  }

  private JsonObject byRule(Instant from, Instant to, Instant now, int limit) {
    Instant start = UsageByPeriod.edge(from, now.minus(Retention.MINUTES));
    // Nothing is later than now, so the whole present day can be read.
    Instant end = to.isBefore(now) ? to : Resolution.DAY.start(now).plus(Duration.ofDays(1));
    List<UsageSpan> spans = UsageSpan.cover(start, end, Resolution.DAY);
    Read read = read(() -> usage.sums(spans, limit + 1));
    UsageByRule sums = new UsageByRule(read.rows.stream().map(UsageSums::count).toList(), limit);
    Instant minute = read.unwritten.minute();
    if (!minute.isBefore(start) && minute.isBefore(end)) {
      read.unwritten.counts().forEach(sums::add);
    }
    return new JsonObject()
        .put("from", start.toString())
        .put("to", to.toString())
        .put("more", sums.hasMore())
        .put("usage", sums.rows());
  }

  private static UsageCount count(Usage row) {
    return new UsageCount(
        row.rule(), row.allowed(), row.denied(), row.shadowDenied(), row.delayed());
  }

  /** Adds the counts to a row of an answer. */
  static JsonObject put(JsonObject row, UsageCount sum) {
    return row.put("allowed", sum.allowed())
        .put("denied", sum.denied())
        .put("shadowDenied", sum.shadowDenied())
        .put("delayed", sum.delayed());
  }

  private record Read(List<Usage> rows, UnwrittenUsage unwritten) {}

  /** Reads written and unwritten counts; again if some were written in between. */
  private Read read(Supplier<List<Usage>> written) {
    UnwrittenUsage before = unwritten.get();
    Read read = new Read(written.get(), unwritten.get());
    for (int i = 1; i < ATTEMPTS && read.unwritten.writes() != before.writes(); i++) {
      before = read.unwritten;
      read = new Read(written.get(), unwritten.get());
    }
    return read;
  }
}
