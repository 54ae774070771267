package com.throttlex.replay.report;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A plot of counts over time, as SVG.
 *
 * <p>Marks have percentages as x and pixels as y. So a plot is as wide as the page, and its texts
 * have the same size on every screen. The numbers of the axis are in the margin. Each bucket has
 * its numbers as a title, which browsers show under the pointer and screen readers read.
 */
final class TimePlot {
  private static final int ABOVE = 18;
  private static final int BELOW = 20;
  private static final int LABEL_GAP = 4;
  private static final String LEFT_OF_PLOT = "-8";
  private static final int LINE_PIXELS = 34;
  private static final double EDGE = 0.04;

  private final Markup page;
  private final TimeSeries series;
  private final CountAxis axis;
  private final int height;

  private TimePlot(Markup page, TimeSeries series, long most, int height) {
    this.page = page;
    this.series = series;
    this.axis = CountAxis.of(most, height / LINE_PIXELS);
    this.height = height;
  }

  /** Adds a plot of all requests: those that are denied are on top of the allowed ones. */
  static void requests(Markup page, TimeSeries series, int height, String title) {
    TimePlot plot = new TimePlot(page, series, TimeSeries.most(series.requests()), height);
    plot.begin(title);
    long[] allowed = new long[series.size()];
    for (int i = 0; i < allowed.length; i++) {
      allowed[i] = series.requests()[i] - series.denied()[i];
    }
    plot.bars(new long[allowed.length], allowed, Look.ALLOWED);
    plot.bars(allowed, series.denied(), Look.DENIED);
    plot.end(null);
  }

  /**
   * Adds a plot of the denials alone.
   *
   * @param before the same time by other rules, or null; it appears as a line
   */
  static void denials(
      Markup page, TimeSeries series, @Nullable TimeSeries before, int height, String title) {
    long most = TimeSeries.most(series.denied());
    if (before != null) {
      most = Math.max(most, TimeSeries.most(before.denied()));
    }
    TimePlot plot = new TimePlot(page, series, most, height);
    plot.begin(title);
    plot.bars(new long[series.size()], series.denied(), Look.DENIED);
    if (before != null) {
      plot.steps(before.denied());
    }
    plot.end(before);
  }

  /** Adds a plot of the requests that a rule in shadow mode would have denied. */
  static void shadow(Markup page, TimeSeries series, int height, String title) {
    TimePlot plot = new TimePlot(page, series, TimeSeries.most(series.shadowDenied()), height);
    plot.begin(title);
    plot.bars(new long[series.size()], series.shadowDenied(), Look.SHADOW);
    plot.end(null);
  }

  private void begin(String title) {
    String whole = String.valueOf(ABOVE + height + BELOW);
    page.begin("svg", "class", "plot", "height", whole, "role", "img", "aria-label", title);
    for (long line = axis.step(); line <= axis.top(); line += axis.step()) {
      String y = y(line);
      page.empty("line", "x1", "0", "x2", "100%", "y1", y, "y2", y, "class", "grid");
    }
  }

  private String y(long count) {
    return pixels(ABOVE + height - (double) count * height / axis.top());
  }

  private void bars(long[] from, long[] counts, Look look) {
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] > 0) {
        bar(i, from[i] + counts[i], (double) counts[i] * height / axis.top(), look);
      }
    }
  }

  private void steps(long[] counts) {
    for (int i = 0; i < Math.min(counts.length, series.size()); i++) {
      if (counts[i] > 0) {
        bar(i, counts[i], 2, Look.BEFORE);
      }
    }
  }

  /** Adds a bar from a count downwards; it has at least one pixel. */
  private void bar(int bucket, long top, double pixels, Look look) {
    String[] place = place(bucket, y(top), Math.max(1, pixels));
    page.empty("rect", with(place, "class", look.style()));
  }

  private String[] place(int bucket, String y, double pixels) {
    double width = 100.0 / series.size();
    return new String[] {
      "x", percent(bucket * width), "width", percent(width), "y", y, "height", pixels(pixels)
    };
  }

  private static String[] with(String[] first, String... second) {
    String[] all = new String[first.length + second.length];
    System.arraycopy(first, 0, all, 0, first.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  private void end(@Nullable TimeSeries before) {
    String bottom = y(0);
    page.empty("line", "x1", "0", "x2", "100%", "y1", bottom, "y2", bottom, "class", "base");
    for (long line = axis.step(); line <= axis.top(); line += axis.step()) {
      double middle = ABOVE + height - (double) line * height / axis.top() + LABEL_GAP;
      page.element(
          "text",
          CountAxis.text(line),
          "x",
          LEFT_OF_PLOT,
          "y",
          pixels(middle),
          "text-anchor",
          "end",
          "class",
          "tick");
    }
    times();
    for (int i = 0; i < series.size(); i++) {
      page.begin("rect", with(place(i, pixels(ABOVE), height), "class", "hover"));
      page.element("title", numbers(i, before)).end();
    }
    page.end().line();
  }

  private void times() {
    Duration length = Duration.ofSeconds(series.seconds() * series.size());
    List<TimeAxis.Label> labels = TimeAxis.labels(series.start(), length);
    String y = pixels(ABOVE + height + BELOW - LABEL_GAP);
    for (int i = 0; i < labels.size(); i++) {
      TimeAxis.Label label = labels.get(i);
      double place = label.place();
      page.element(
          "text",
          label.text(),
          "x",
          percent(100 * place),
          "y",
          y,
          "text-anchor",
          place < EDGE ? "start" : place > 1 - EDGE ? "end" : "middle",
          "class",
          i % 2 == 0 ? "" : "sparse");
    }
  }

  private String numbers(int bucket, @Nullable TimeSeries before) {
    long requests = series.requests()[bucket];
    long denied = series.denied()[bucket];
    StringBuilder text = new StringBuilder(ReportWording.minute(series.time(bucket)));
    text.append(": ").append(ReportWording.count(requests, "request")).append(", ");
    text.append(ReportWording.count(denied)).append(" denied");
    if (denied > 0) {
      text.append(" (").append(ReportWording.share(denied, requests)).append(')');
    }
    if (series.delayed()[bucket] > 0) {
      text.append(", ").append(ReportWording.count(series.delayed()[bucket])).append(" delayed");
    }
    if (series.shadowDenied()[bucket] > 0) {
      text.append(", ")
          .append(ReportWording.count(series.shadowDenied()[bucket]))
          .append(" in shadow");
    }
    if (before != null && bucket < before.size()) {
      text.append("; before: ")
          .append(ReportWording.count(before.denied()[bucket]))
          .append(" denied");
    }
    return text.toString();
  }

  static String percent(double number) {
    return String.format(Locale.ROOT, "%.3f%%", number);
  }

  private static String pixels(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }
}
