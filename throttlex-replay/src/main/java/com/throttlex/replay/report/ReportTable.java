package com.throttlex.replay.report;

import java.time.Duration;
import java.time.Instant;

/** A table of a report, row by row. */
final class ReportTable {
  private static final double THINNEST = 0.8;
  private static final String METER_HEIGHT = "8";

  /** The columns of a table that is as wide as the page. */
  private static final int WIDE = 5;

  private final Markup page;

  private ReportTable(Markup page) {
    this.page = page;
  }

  /** Begins a table; a column whose name ends in {@code #} has numbers. */
  static ReportTable begin(Markup page, String caption, String... columns) {
    page.element("p", caption, "class", "caption");
    page.begin("div", "class", "wide");
    page.begin("table", "class", columns.length < WIDE ? "few" : "", "aria-label", caption);
    page.begin("thead").begin("tr");
    for (String column : columns) {
      boolean number = column.endsWith("#");
      String name = number ? column.substring(0, column.length() - 1) : column;
      page.element("th", name, "scope", "col", "class", number ? "number" : "");
    }
    page.end().end().begin("tbody").line();
    return new ReportTable(page);
  }

  ReportTable row() {
    page.begin("tr");
    return this;
  }

  ReportTable endRow() {
    page.end().line();
    return this;
  }

  ReportTable text(String text) {
    page.element("td", text);
    return this;
  }

  ReportTable code(String text) {
    page.element("td", text, "class", "code");
    return this;
  }

  ReportTable number(String text) {
    page.element("td", text, "class", "number");
    return this;
  }

  ReportTable number(long number) {
    return number(ReportWording.count(number));
  }

  ReportTable time(String text) {
    page.element("td", text, "class", "time");
    return this;
  }

  /** Adds a bar of a part of the whole. */
  ReportTable meter(long part, long whole, Look look) {
    double width = whole == 0 || part == 0 ? 0 : Math.max(THINNEST, 100.0 * part / whole);
    return track(0, width, look);
  }

  /** Adds a bar of the time from the first to the last of a period. */
  ReportTable span(Instant first, Instant last, Instant start, Instant end, Look look) {
    double whole = Math.max(1, Duration.between(start, end).toMillis());
    double from = 100 * Duration.between(start, first).toMillis() / whole;
    double width = 100 * Duration.between(first, last).toMillis() / whole;
    double shown = Math.max(THINNEST, width);
    return track(Math.min(from, 100 - shown), shown, look);
  }

  private ReportTable track(double from, double width, Look look) {
    page.begin("td", "class", "meter").begin("svg", "height", METER_HEIGHT, "aria-hidden", "true");
    page.empty("rect", "width", "100%", "height", METER_HEIGHT, "class", "track");
    page.empty(
        "rect",
        "x",
        TimePlot.percent(from),
        "width",
        TimePlot.percent(width),
        "height",
        METER_HEIGHT,
        "class",
        look.style());
    page.end().end();
    return this;
  }

  /** Adds a cell with the difference of two numbers: a sign, a number and a word. */
  ReportTable difference(long more) {
    String look = more > 0 ? "number worse" : more < 0 ? "number better" : "number";
    String sign = more > 0 ? "+" : more < 0 ? "−" : "";
    page.element("td", sign + ReportWording.count(Math.abs(more)), "class", look);
    return this;
  }

  void end() {
    page.end().end().end().line();
  }
}
