package com.throttlex.replay.report;

import com.throttlex.replay.ReplayResult;
import com.throttlex.replay.ReplayedBook;
import org.jspecify.annotations.Nullable;

/** The plots over time: all requests, and the denials alone. */
final class TimeSection {
  private static final int TALL = 170;
  private static final int LOW = 110;

  private TimeSection() {}

  static void add(Markup page, ReplayResult result) {
    TimeSeries series = TimeSeries.of(result.now().timeline());
    page.element("h2", "Over time").line();
    legend(page, result.before() != null, series);
    String per = ReportWording.per(series.seconds());
    figure(page, "Requests", per);
    TimePlot.requests(page, series, TALL, "Requests per " + per);
    page.end();
    @Nullable TimeSeries before = before(result.before(), series);
    if (result.now().totals().denied() > 0 || before != null) {
      figure(page, "Denied requests", per);
      TimePlot.denials(page, series, before, LOW, "Denied requests per " + per);
      page.end();
    }
    if (series.hasShadowDenied()) {
      figure(page, "Requests that rules in shadow mode would deny", per);
      TimePlot.shadow(page, series, LOW, "Would be denied per " + per);
      page.end();
    }
  }

  /** Returns the other timeline, if it has the same buckets. */
  private static @Nullable TimeSeries before(@Nullable ReplayedBook book, TimeSeries now) {
    TimeSeries before = book == null ? null : TimeSeries.of(book.timeline());
    boolean same =
        before != null && before.seconds() == now.seconds() && before.start().equals(now.start());
    return same ? before : null;
  }

  static void figure(Markup page, String what, String per) {
    page.begin("figure").begin("figcaption").element("b", what);
    page.text(" per " + per).end().line();
  }

  private static void legend(Markup page, boolean compares, TimeSeries series) {
    page.begin("ul", "class", "legend");
    entry(page, "allowed", Look.ALLOWED);
    entry(page, "denied", Look.DENIED);
    if (series.hasShadowDenied()) {
      entry(page, "would be denied by a rule in shadow mode", Look.SHADOW);
    }
    if (compares) {
      page.begin("li").begin("svg", "aria-hidden", "true");
      page.empty("rect", "width", "14", "height", "2", "y", "5", "class", Look.BEFORE.style());
      page.end().text("denied by the rules to compare with").end();
    }
    page.end().line();
  }

  private static void entry(Markup page, String word, Look look) {
    page.begin("li").begin("svg", "aria-hidden", "true");
    page.empty("rect", "width", "14", "height", "12", "class", look.style());
    page.end().text(word).end();
  }
}
