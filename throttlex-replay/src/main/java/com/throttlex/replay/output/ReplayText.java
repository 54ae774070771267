package com.throttlex.replay.output;

import com.throttlex.replay.BusiestMinute;
import com.throttlex.replay.DeniedKey;
import com.throttlex.replay.DeniedShare;
import com.throttlex.replay.KeyDifference;
import com.throttlex.replay.ReplayComparison;
import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayTotals;
import com.throttlex.replay.ReplayedBook;
import com.throttlex.replay.RuleResult;
import com.throttlex.replay.log.LogFileReport;
import com.throttlex.replay.log.LogReport;
import com.throttlex.request.ShownText;
import com.throttlex.rule.Mode;
import java.time.Instant;
import java.util.Locale;
import java.util.StringJoiner;

/** The result of a replay as tables for people. */
public final class ReplayText {
  private final ReplayResult result;
  private final StringBuilder out = new StringBuilder();

  private ReplayText(ReplayResult result) {
    this.result = result;
  }

  /** Returns the whole text; every line ends with a newline. */
  public static String of(ReplayResult result) {
    ReplayText text = new ReplayText(result);
    text.files();
    text.period();
    text.rules(result.now());
    result.now().rules().forEach(text::keys);
    text.comparison();
    text.notes();
    return text.out.toString();
  }

  private void files() {
    LogReport log = result.log();
    for (LogFileReport file : log.files()) {
      out.append(ShownText.whole(file.file())).append(": ").append(file.format());
      if (!file.compression().equals("none")) {
        out.append(", ").append(file.compression());
      }
      out.append("; ").append(counts(file)).append('\n');
      if (file.problem() != null) {
        out.append("  not read to its end: ");
        out.append(ShownText.whole(file.problem())).append('\n');
      }
    }
    if (!log.brokenLines().isEmpty()) {
      out.append("Broken lines, the first ").append(log.brokenLines().size()).append(":\n");
      log.brokenLines()
          .forEach(line -> out.append("  ").append(ShownText.whole(line.toString())).append('\n'));
    }
  }

  private static String counts(LogFileReport file) {
    StringJoiner counts = new StringJoiner(", ");
    counts.add(Numbers.of(file.requests(), "request"));
    add(counts, file.broken(), " broken");
    add(counts, file.blank(), " blank");
    add(counts, file.header(), " header");
    add(counts, file.outside(), " outside --from and --to");
    return Numbers.of(file.lines(), "line") + ": " + counts;
  }

  private static void add(StringJoiner counts, long number, String what) {
    if (number > 0) {
      counts.add(Numbers.whole(number) + what);
    }
  }

  private void period() {
    Instant first = result.first();
    Instant last = result.last();
    if (first != null && last != null) {
      out.append("From ").append(Numbers.time(first)).append(" to ").append(Numbers.time(last));
      out.append(" UTC (").append(Numbers.length(first, last)).append(")\n");
    }
    if (result.late() > 0) {
      out.append(Numbers.whole(result.late())).append(" late requests\n");
    }
  }

  private void rules(ReplayedBook book) {
    out.append("\nRules\n");
    TextTable table =
        new TextTable(
            "rule",
            "requests",
            "keys",
            "denied",
            "share",
            "denied keys",
            "delayed",
            "busiest minute",
            "requests");
    for (RuleResult rule : book.rules()) {
      boolean shadow = rule.rule().mode() == Mode.SHADOW;
      long denied = shadow ? rule.shadowDenied() : rule.denied();
      BusiestMinute busiest = rule.busiestMinute();
      table.add(
          rule.rule().id() + (shadow ? " (shadow)" : ""),
          rule.requests(),
          rule.keys(),
          denied,
          Numbers.percent(denied, rule.requests()),
          rule.deniedKeys(),
          rule.delayed(),
          busiest == null ? "" : Numbers.minute(busiest.start()),
          busiest == null ? "" : Numbers.whole(busiest.requests()));
    }
    ReplayTotals totals = book.totals();
    long decisions = totals.requests() + totals.retries();
    table.add(
        "all",
        decisions,
        "",
        totals.denied(),
        Numbers.percent(totals.denied(), decisions),
        "",
        totals.delayed(),
        "",
        "");
    table.print(out);
    totals(totals);
  }

  private void totals(ReplayTotals totals) {
    if (totals.retries() > 0) {
      out.append("  ").append(Numbers.whole(totals.retries()));
      out.append(" retries; denied for the last time: ")
          .append(Numbers.of(totals.gaveUp(), "request"));
      out.append('\n');
    }
    if (totals.shadowDenied() > 0) {
      out.append("  would be denied by rules in shadow mode: ");
      out.append(Numbers.of(totals.shadowDenied(), "request")).append('\n');
    }
    if (totals.unruled() > 0) {
      out.append("  without any rule: ").append(Numbers.of(totals.unruled(), "request"));
      out.append('\n');
    }
  }

  private void keys(RuleResult rule) {
    if (rule.deniedKeys() == 0) {
      return;
    }
    String would = rule.rule().mode() == Mode.SHADOW ? " (shadow: would be denied)" : "";
    out.append("\nKeys of ").append(rule.rule().id()).append(would).append('\n');
    shares(rule);
    TextTable table =
        new TextTable("key", "requests", "denied", "share", "first", "last", "streak", "for");
    for (DeniedKey key : rule.mostDenied()) {
      table.add(
          key.key(),
          key.requests(),
          key.denied(),
          Numbers.percent(key.denied(), key.requests()),
          Numbers.time(key.first()),
          Numbers.time(key.last()),
          key.streak(),
          Numbers.length(key.streakFirst(), key.streakLast()));
    }
    table.print(out);
  }

  /** Prints the number of keys by their share of denied requests. */
  private void shares(RuleResult rule) {
    StringJoiner shares = new StringJoiner(", ", "  denied share: ", "\n");
    for (DeniedShare share : rule.deniedShares()) {
      if (share.keys() > 0) {
        String range = share.upTo() == 0 ? "none" : "up to " + Numbers.share(share.upTo());
        shares.add(range + " " + Numbers.of(share.keys(), "key"));
      }
    }
    out.append(shares);
  }

  private void comparison() {
    ReplayComparison comparison = result.comparison();
    ReplayedBook before = result.before();
    if (comparison == null || before == null) {
      return;
    }
    out.append("\nCompared with the rules of --against\n");
    TextTable table = new TextTable("requests", "allowed before", "denied before");
    table.add("allowed now", comparison.bothAllow(), comparison.newlyAllowed());
    table.add("denied now", comparison.newlyDenied(), comparison.bothDeny());
    table.print(out);
    out.append("  denied more often: ").append(Numbers.of(comparison.worse(), "key"));
    out.append("; less often: ").append(Numbers.of(comparison.better(), "key")).append('\n');
    differences(comparison);
  }

  private void differences(ReplayComparison comparison) {
    if (comparison.differences().isEmpty()) {
      return;
    }
    TextTable table = new TextTable("key", "requests", "denied before", "denied now", "difference");
    for (KeyDifference key : comparison.differences()) {
      table.add(
          key.key(),
          key.requests(),
          key.deniedBefore(),
          key.deniedNow(),
          String.format(Locale.ROOT, "%+,d", key.more()));
    }
    table.print(out);
  }

  private void notes() {
    if (!result.notes().isEmpty()) {
      out.append("\nNotes\n");
      result.notes().forEach(this::note);
    }
    if (result.stopped() != null) {
      out.append("\nIncomplete: ").append(ShownText.whole(result.stopped())).append('\n');
    }
  }

  private void note(String text) {
    out.append("  - ").append(ShownText.whole(text)).append('\n');
  }
}
