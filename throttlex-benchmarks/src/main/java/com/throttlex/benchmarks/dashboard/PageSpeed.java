package com.throttlex.benchmarks.dashboard;

import com.throttlex.benchmarks.contest.Median;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * How fast a page is when it is loaded anew, all files and the data from the service.
 *
 * <p>A page is interactive when its content is drawn and a task of the browser runs after that: it
 * then reacts to the next click.
 */
final class PageSpeed {
  private final String name;
  private final String place;
  private final String content;
  private final List<Double> paint = new ArrayList<>();
  private final List<Double> interactive = new ArrayList<>();

  /**
   * Creates a page without figures.
   *
   * @param content the selector of an element that the complete page has
   */
  PageSpeed(String name, String place, String content) {
    this.name = name;
    this.place = place;
    this.content = content;
  }

  String name() {
    return name;
  }

  String place() {
    return place;
  }

  /** Waits until the tab shows the page; returns the time since the load began, in ms. */
  double awaitIn(BrowserTab tab) throws IOException, InterruptedException {
    return tab.number(
        """
        new Promise((done) => {
          const look = () => document.querySelector('%s')
            ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
            : setTimeout(look, 2);
          look();
        })"""
            .formatted(content));
  }

  void measure(BrowserTab tab, int rounds) throws IOException, InterruptedException {
    tab.number("location.hash = '%s', 0".formatted(place));
    for (int i = 0; i < rounds; i++) {
      tab.reload();
      interactive.add(awaitIn(tab));
      paint.add(tab.number("performance.getEntriesByName('first-contentful-paint')[0].startTime"));
    }
  }

  /** Returns the median time to the first paint, in ms. */
  double paint() {
    return Median.of(paint, millis -> millis);
  }

  /** Returns the median time until the page is interactive, in ms. */
  double interactive() {
    return Median.of(interactive, millis -> millis);
  }
}
