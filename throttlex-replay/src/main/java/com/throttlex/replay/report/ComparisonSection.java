package com.throttlex.replay.report;

import com.throttlex.replay.KeyDifference;
import com.throttlex.replay.ReplayComparison;

/** The comparison of two rule books: requests, then keys whose denials differ. */
final class ComparisonSection {
  private ComparisonSection() {}

  static void add(Markup page, ReplayComparison both) {
    page.element("h2", "Compared with the other rules").line();
    page.element(
        "p",
        ReportWording.count(both.worse(), "key")
            + " would have more denials than under the other rules, and "
            + ReportWording.count(both.better(), "key")
            + " fewer.");
    long all = both.bothAllow() + both.bothDeny() + both.newlyDenied() + both.newlyAllowed();
    ReportTable sums =
        ReportTable.begin(
            page, "Each request under both rule files", "request is", "requests#", "share#", "");
    sum(sums, "denied now, allowed before", both.newlyDenied(), all, Look.DENIED);
    sum(sums, "allowed now, denied before", both.newlyAllowed(), all, Look.ALLOWED);
    sum(sums, "denied by both", both.bothDeny(), all, Look.DENIED);
    sum(sums, "allowed by both", both.bothAllow(), all, Look.ALLOWED);
    sums.end();
    if (!both.differences().isEmpty()) {
      keys(page, both);
    }
  }

  private static void sum(ReportTable table, String what, long number, long all, Look look) {
    String share = ReportWording.share(number, all);
    table.row().text(what).number(number).number(share).meter(number, all, look).endRow();
  }

  private static void keys(Markup page, ReplayComparison both) {
    page.element("h3", "Keys with more or fewer denials").line();
    ReportTable table =
        ReportTable.begin(
            page,
            "The keys with the largest differences. + is worse for the key: more denials.",
            "key",
            "difference#",
            "denied before#",
            "denied now#",
            "requests#");
    for (KeyDifference key : both.differences()) {
      table
          .row()
          .code(key.key())
          .difference(key.more())
          .number(key.deniedBefore())
          .number(key.deniedNow())
          .number(key.requests())
          .endRow();
    }
    table.end();
  }
}
