package com.throttlex.replay.report;

import com.throttlex.replay.log.BrokenLine;
import com.throttlex.replay.log.LogFileReport;
import com.throttlex.replay.log.LogReport;

/** The files: their lines, and those that are not requests. */
final class LogSection {
  private LogSection() {}

  static void add(Markup page, LogReport log, long late) {
    page.element("h2", "What was read").line();
    ReportTable table =
        ReportTable.begin(
            page,
            "Lines are the sum of requests, broken, blank and header lines, and those outside the"
                + " wanted time.",
            "file",
            "format",
            "lines#",
            "requests#",
            "broken#",
            "blank#",
            "header#",
            "outside#");
    for (LogFileReport file : log.files()) {
      boolean plain = file.compression().equals("none");
      table
          .row()
          .code(file.file())
          .text(file.format() + (plain ? "" : ", " + file.compression()))
          .number(file.lines())
          .number(file.requests())
          .number(file.broken())
          .number(file.blank())
          .number(file.header())
          .number(file.outside())
          .endRow();
    }
    table.end();
    for (LogFileReport file : log.files()) {
      if (file.problem() != null) {
        page.element("p", file.file() + ": " + file.problem(), "class", "warning").line();
      }
    }
    if (late > 0) {
      page.element(
          "p",
          ReportWording.count(late, "request")
              + " were late, and were decided at the virtual time: that of the request before.");
    }
    broken(page, log);
  }

  private static void broken(Markup page, LogReport log) {
    long all = log.sum(LogFileReport::broken);
    if (all == 0) {
      return;
    }
    page.element("h3", "Broken lines").line();
    page.element(
        "p", "The first of " + ReportWording.count(all, "line") + " that are not requests:");
    page.begin("ul", "class", "small");
    for (BrokenLine line : log.brokenLines()) {
      page.element("li", line.toString(), "class", "code").line();
    }
    page.end().line();
  }
}
