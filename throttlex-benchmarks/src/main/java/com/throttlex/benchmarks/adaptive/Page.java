package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The page about a contest. */
final class Page {
  private final AdaptiveContest contest;
  private final AdaptiveContest unseen;
  private final StringBuilder text = new StringBuilder();

  private Page(AdaptiveContest contest, AdaptiveContest unseen) {
    this.contest = contest;
    this.unseen = unseen;
  }

  /**
   * Returns the content of each file under docs, by name.
   *
   * @param unseen the same contest with other seeds
   */
  static Map<String, String> files(AdaptiveContest contest, AdaptiveContest unseen) {
    Map<String, String> files = new TreeMap<>();
    files.put("adaptive.md", new Page(contest, unseen).write());
    for (int i = 0; i < contest.scenarios().size(); i++) {
      files.put("adaptive/" + contest.scenarios().get(i).name() + ".svg", Plot.svg(contest, i));
    }
    return files;
  }

  private String write() {
    introduction();
    limiters();
    combined();
    say("%s", String.join("\n", Verdict.of(contest)));
    recommendation();
    for (int i = 0; i < contest.scenarios().size(); i++) {
      scenario(i);
    }
    settings();
    return text.toString();
  }

  private void introduction() {
    List<Object> numbers = new ArrayList<>();
    numbers.addAll(List.of(Plant.WORKERS, Plant.RATE, 1_000 * Plant.WORK_SECONDS));
    for (RequestClass priority : RequestClass.values()) {
      numbers.add(100 * priority.part);
    }
    text.append(
        String.format(
            Locale.ROOT,
            """
            # Adaptive limits, compared

            This page compares the adaptive limits of ThrottleX with those of peers, on a simulated server.
            `./throttlex bench adaptive` writes all of it: text, numbers and plots.

            ## The simulation

            The server has %d workers. Without a disturbance they complete %.0f requests per second, and a request takes
            %.0f ms on average. Requests arrive at random, whether or not others are answered. Admitted requests wait in
            a queue for a worker. A client waits for one second and then disconnects, but the worker still completes the
            request. This is how servers without limits collapse. %.0f %% of the requests are critical, %.0f %% high, %.0f %%
            normal and %.0f %% low.

            Time is virtual, and random numbers come from a seed. So every limiter gets the same requests with the same
            work, and every run writes the same page. The figures are means over several seeds; the plots show the first.

            A limiter decides when a request arrives. When the request ends, the limiter gets its outcome and its time.
            """,
            numbers.toArray()));
  }

  private void say(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private void limiters() {
    say("%n## Limiters%n");
    for (AdaptiveLine line : contest.lines()) {
      AdaptiveContender contender = line.contender();
      say("- **%s**: %s", contender.name(), contender.text());
    }
  }

  private void combined() {
    say("%n## Results%n");
    say("Every figure has a score from 0 to 1:%n");
    for (AdaptiveMeasure measure : AdaptiveMeasure.values()) {
      say("- **%s**: %s", measure.text, measure.meaning);
    }
    say(
        "%nA limiter's score by a measure is the mean over the scenarios that have it. *All* is the");
    say(
        "mean of the five measures, *control* that of the first four, without priorities. *Place* is");
    say("the mean place in the scenarios, where the best is 1.%n");
    table(
        "limiter",
        "all",
        "control",
        "place",
        AdaptiveContest.ALL.stream().map(m -> m.text).toList());
    for (AdaptiveLine line : contest.ranking(AdaptiveContest.ALL)) {
      say(
          "| %s | %.3f | %.3f | %.2f | %s |",
          name(line),
          line.score(AdaptiveContest.ALL),
          line.score(AdaptiveContest.CONTROL),
          contest.meanPlace(line),
          joined(AdaptiveContest.ALL.stream().map(line::score)));
    }
    say("");
  }

  private void recommendation() {
    text.append(
        """

        ## Which one to use

        Use `concurrency` with `adaptive` wherever the end of a request is reported: in a filter, with a
        reservation, in front of a pool. It needs no target, and reacts before a queue is long: when the server
        becomes slower, the same number in flight admits fewer requests at once. A rate still admits as many.
        It falls only when the queue already shows in response times, and the server must work off that queue.
        Use a rate that follows health where only health is known, such as pushed signals of a third party.

        The limiters and their settings were chosen with the seeds at the end of this page. These are the
        scores *all* with the same settings, and with random seeds that were drawn afterwards:

        """);
    say("| limiter | mean | %s |", seeds(unseen));
    say("|---|%s", "--:|".repeat(1 + unseen.seeds().size()));
    for (AdaptiveLine line : unseen.ranking(AdaptiveContest.ALL)) {
      double mean = line.bySeed().stream().mapToDouble(score -> score).average().orElseThrow();
      say("| %s | %.3f | %s |", name(line), mean, joined(line.bySeed().stream()));
    }
  }

  private void table(String first, String second, String third, String fourth, List<String> rest) {
    String names = String.join(" | ", rest);
    say("| %s | %s | %s | %s | %s |", first, second, third, fourth, names);
    say("|---|%s", "--:|".repeat(3 + rest.size()));
  }

  private static String name(AdaptiveLine line) {
    String name = line.contender().name();
    return line.contender().ours() ? "**" + name + "**" : name;
  }

  private void scenario(int index) {
    Scenario scenario = contest.scenarios().get(index);
    say("%n## %s%n%n%s%n", scenario.title(), scenario.text());
    say("![%s](adaptive/%s.svg)%n", scenario.title(), scenario.name());
    table("limiter", "goodput", "p99", "recovery", List.of("swing", "drift", "high", "low"));
    for (AdaptiveLine line : contest.lines()) {
      Figures figures = line.figures().get(index);
      say(
          "| %s | %s | %s | %s | %s | %s | %s | %.1f %% |",
          name(line),
          AdaptiveMeasure.GOODPUT.print(figures),
          AdaptiveMeasure.LATENCY.print(figures),
          AdaptiveMeasure.RECOVERY.print(figures),
          AdaptiveMeasure.SWING.print(figures),
          Double.isNaN(figures.drift()) ? "–" : Math.round(100 * figures.drift()) + " %",
          AdaptiveMeasure.PRIORITY.print(figures),
          100 * figures.low());
    }
  }

  private void settings() {
    say("%n## Settings tried%n");
    say(
        "Each limiter was tried with settings from its documentation. The best setting by *all* is");
    say("shown.%n");
    say("| limiter | setting | all |%n|---|---|--:|");
    contest
        .tried()
        .forEach(
            (name, scores) ->
                scores.forEach(
                    (setting, score) -> {
                      boolean shown = contest.line(name).setting().text().equals(setting);
                      say("| %s | %s%s | %.3f |", name, setting, shown ? " (shown)" : "", score);
                    }));
    say("%n## Reproduce%n");
    say("`./throttlex bench adaptive` writes the same page again. The score *all* for each single");
    say("seed is:%n");
    say("| limiter | %s |", seeds(contest));
    say("|---|%s", "--:|".repeat(contest.seeds().size()));
    for (AdaptiveLine line : contest.ranking(AdaptiveContest.ALL)) {
      say("| %s | %s |", name(line), joined(line.bySeed().stream()));
    }
  }

  private static String seeds(AdaptiveContest contest) {
    return contest.seeds().stream().map(String::valueOf).collect(Collectors.joining(" | "));
  }

  private static String joined(Stream<Double> scores) {
    return scores
        .map(score -> String.format(Locale.ROOT, "%.3f", score))
        .collect(Collectors.joining(" | "));
  }
}
