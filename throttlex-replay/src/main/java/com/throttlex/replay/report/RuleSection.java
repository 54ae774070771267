package com.throttlex.replay.report;

import com.throttlex.algorithm.Rate;
import com.throttlex.replay.BusiestMinute;
import com.throttlex.replay.DeniedKey;
import com.throttlex.replay.DeniedShare;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.RuleResult;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The rules: a table of all, then plots and keys of those that deny most. */
final class RuleSection {
  private static final int MOST_ROWS = 500;
  private static final int MOST_DETAILED = 20;
  private static final int HEIGHT = 70;

  /** The smallest number of keys whose distribution says more than the table of keys. */
  private static final int FEWEST_KEYS = 10;

  private static final char AFTER_RULE = '|';

  private final Markup page;
  private final Instant start;
  private final Instant end;

  private RuleSection(Markup page, Instant start, Instant end) {
    this.page = page;
    this.start = start;
    this.end = end;
  }

  static void add(Markup page, ReplayResult result) {
    Instant first = Objects.requireNonNull(result.first());
    Instant last = Objects.requireNonNull(result.last());
    new RuleSection(page, first, last).add(result.now().rules());
  }

  private void add(List<RuleResult> all) {
    page.element("h2", "By rule").line();
    List<RuleResult> sorted =
        all.stream()
            .sorted(Comparator.comparingLong(RuleSection::refused).reversed())
            .limit(MOST_ROWS)
            .toList();
    table(sorted, all.size());
    long denying = all.stream().filter(rule -> refused(rule) > 0).count();
    if (denying > MOST_DETAILED) {
      page.element(
          "p",
          "Below are the "
              + MOST_DETAILED
              + " rules with the most denials, of "
              + ReportWording.count(denying)
              + " with denials.",
          "class",
          "quiet");
    }
    sorted.stream().filter(rule -> refused(rule) > 0).limit(MOST_DETAILED).forEach(this::details);
  }

  /** Returns the denials, or the would-be denials of a rule in shadow mode. */
  private static long refused(RuleResult rule) {
    return rule.denied() + rule.shadowDenied();
  }

  private static boolean isShadow(RuleResult rule) {
    return rule.rule().mode() == Mode.SHADOW;
  }

  private void table(List<RuleResult> rules, int all) {
    String caption =
        rules.size() < all
            ? "The " + rules.size() + " rules with the most denials, of " + ReportWording.count(all)
            : "Most denials first. A rule in shadow mode shows what it would deny.";
    ReportTable table =
        ReportTable.begin(
            page,
            caption,
            "rule",
            "requests#",
            "denied#",
            "share#",
            "",
            "delayed#",
            "keys#",
            "keys with a denial#",
            "busiest minute");
    for (RuleResult rule : rules) {
      table
          .row()
          .code(rule.rule().id() + (isShadow(rule) ? " (shadow)" : ""))
          .number(rule.requests())
          .number(refused(rule))
          .number(ReportWording.share(refused(rule), rule.requests()))
          .meter(refused(rule), rule.requests(), look(rule))
          .number(rule.delayed())
          .number(rule.keys())
          .number(rule.deniedKeys())
          .time(busiest(rule.busiestMinute()))
          .endRow();
    }
    table.end();
  }

  private static String busiest(@Nullable BusiestMinute minute) {
    return minute == null
        ? "–"
        : ReportWording.minute(minute.start())
            + ", "
            + ReportWording.count(minute.requests(), "request");
  }

  private void details(RuleResult rule) {
    page.begin("h3").text(rule.rule().id() + " ");
    page.element("span", limits(rule), "class", "quiet small").end().line();
    TimeSeries series = TimeSeries.of(rule.timeline());
    String per = ReportWording.per(series.seconds());
    if (isShadow(rule)) {
      TimeSection.figure(page, "Requests that it would deny", per);
      TimePlot.shadow(page, series, HEIGHT, "Would be denied per " + per);
    } else {
      TimeSection.figure(page, "Requests, denied on top", per);
      TimePlot.requests(page, series, HEIGHT, "Requests per " + per);
    }
    page.end();
    if (rule.deniedKeys() >= FEWEST_KEYS) {
      shares(rule);
    }
    keys(rule);
  }

  private void shares(RuleResult rule) {
    List<DeniedShare> denied =
        rule.deniedShares().stream().filter(share -> share.above() >= 0).toList();
    long most = denied.stream().mapToLong(DeniedShare::keys).max().orElse(0);
    String caption =
        ReportWording.count(rule.keys() - rule.deniedKeys())
            + " of "
            + ReportWording.count(rule.keys(), "key")
            + " had no denial. The others, by the share of their requests that was denied:";
    Look look = look(rule);
    ReportTable table = ReportTable.begin(page, caption, "denied share", "keys#", "");
    for (DeniedShare share : denied) {
      table.row().time(range(share)).number(share.keys()).meter(share.keys(), most, look).endRow();
    }
    table.end();
  }

  private static String range(DeniedShare share) {
    return percent(share.above()) + " to " + percent(share.upTo()) + " %";
  }

  private static String percent(double share) {
    return String.valueOf(Math.round(100 * share));
  }

  private void keys(RuleResult rule) {
    ReportTable table =
        ReportTable.begin(
            page,
            ReportWording.count(rule.deniedKeys())
                + " of "
                + ReportWording.count(rule.keys(), "key")
                + " had a denial; the most-denied first. A streak is a row of denials without an"
                + " admission.",
            "key",
            "requests#",
            "denied#",
            "share#",
            "when",
            "first and last denial",
            "longest streak");
    for (DeniedKey key : rule.mostDenied()) {
      table
          .row()
          .code(withoutRule(key.key()))
          .number(key.requests())
          .number(key.denied())
          .number(ReportWording.share(key.denied(), key.requests()))
          .span(key.first(), key.last(), start, end, look(rule))
          .time(ReportWording.span(key.first(), key.last()))
          .time(streak(key))
          .endRow();
    }
    table.end();
  }

  /** Returns a key without the name of its rule, which is in the heading. */
  private static String withoutRule(String key) {
    return key.substring(key.indexOf(AFTER_RULE) + 1);
  }

  private static String streak(DeniedKey key) {
    Duration length = Duration.between(key.streakFirst(), key.streakLast());
    String within = key.streak() == 1 ? "" : " in " + ReportWording.length(length);
    return ReportWording.count(key.streak())
        + within
        + ", from "
        + ReportWording.time(key.streakFirst());
  }

  private static Look look(RuleResult rule) {
    return isShadow(rule) ? Look.SHADOW : Look.DENIED;
  }

  /** Returns the limits of a rule as the rule file has them. */
  private static String limits(RuleResult result) {
    List<String> limits = new ArrayList<>();
    result
        .rule()
        .limits()
        .forEach(
            (tier, rates) ->
                limits.add((tier.equals(Rule.EVERY_TIER) ? "" : tier + ": ") + join(rates)));
    return String.join(" · ", limits) + (isShadow(result) ? " · shadow mode" : "");
  }

  private static String join(List<Rate> rates) {
    return rates.stream().map(Rate::toString).collect(Collectors.joining(" and "));
  }
}
