package com.throttlex.benchmarks.adaptive;

import java.util.Locale;

/** A measure of limiters: a figure, and its score from 0 to 1. */
enum AdaptiveMeasure {
  GOODPUT(
      "goodput", "useful answers, as a part of the capacity; this part is the score.", "%.1f %%") {
    @Override
    double figure(Figures figures) {
      return 100 * figures.goodput();
    }

    @Override
    double score(Figures figures) {
      return Math.min(1, figures.goodput());
    }
  },
  LATENCY(
      "p99",
      "the 99th percentile of the times of all admitted requests; the score is the same percentile"
          + " without waiting, divided by it.",
      "%.0f ms") {
    @Override
    double figure(Figures figures) {
      return figures.p99();
    }

    @Override
    double score(Figures figures) {
      return Math.min(1, figures.bareP99() / figures.p99());
    }
  },
  RECOVERY(
      "recovery",
      "the time from the end of the disturbance until goodput is at 90 % for three seconds in a row;"
          + " the score is the part of the remaining time that it did not need.",
      "%.0f s") {
    @Override
    double figure(Figures figures) {
      return figures.recovery();
    }

    @Override
    double score(Figures figures) {
      return 1 - figures.recovery() / figures.calm();
    }
  },
  SWING(
      "swing",
      "from the 5th to the 95th percentile of the limit while nothing changes, as a part of its mean;"
          + " the score is 1 minus this part.",
      "%.0f %%") {
    @Override
    double figure(Figures figures) {
      return 100 * figures.swing();
    }

    @Override
    double score(Figures figures) {
      return Math.max(0, 1 - figures.swing());
    }
  },
  PRIORITY(
      "high",
      "the part of the critical and high requests that were answered in time; this part is the score.",
      "%.1f %%") {
    @Override
    double figure(Figures figures) {
      return 100 * figures.high();
    }

    @Override
    double score(Figures figures) {
      return figures.high();
    }
  };

  final String text;
  final String meaning;
  private final String format;

  AdaptiveMeasure(String text, String meaning, String format) {
    this.text = text;
    this.meaning = meaning;
    this.format = format;
  }

  /** Returns the figure in the unit of the page. */
  abstract double figure(Figures figures);

  /** Returns the score; NaN if the figure does not apply. */
  abstract double score(Figures figures);

  String print(Figures figures) {
    double value = figure(figures);
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, format, value);
  }
}
