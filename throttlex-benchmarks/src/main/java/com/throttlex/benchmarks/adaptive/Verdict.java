package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A summary of ThrottleX's results in words: where it is the best and where it is not. */
final class Verdict {
  /** The least difference of scores that is reported. */
  private static final double WORTH_SAYING = 0.01;

  private final AdaptiveContest contest;
  private final List<String> text = new ArrayList<>();

  private Verdict(AdaptiveContest contest) {
    this.contest = contest;
  }

  static List<String> of(AdaptiveContest contest) {
    Verdict verdict = new Verdict(contest);
    List<AdaptiveLine> ours =
        contest.lines().stream().filter(line -> line.contender().ours()).toList();
    ours.forEach(verdict::places);
    verdict.say("%n## Where ThrottleX is not the best%n");
    verdict.say(
        "The best peer is listed where its score is higher by at least 0.01. Limits that never move are");
    verdict.say("left out of *swing*.%n");
    ours.forEach(verdict::losses);
    return verdict.text;
  }

  private void say(String format, Object... values) {
    text.add(String.format(Locale.ROOT, format, values));
  }

  private void places(AdaptiveLine ours) {
    say(
        "- **%s** is %s of %d by *all* and %s by *control*.",
        ours.contender().name(),
        place(ours, AdaptiveContest.ALL),
        contest.lines().size(),
        place(ours, AdaptiveContest.CONTROL));
  }

  private String place(AdaptiveLine ours, List<AdaptiveMeasure> measures) {
    int place = 1 + contest.ranking(measures).indexOf(ours);
    return place == 1 ? "first" : "number " + place;
  }

  /** Writes one line for each scenario in which a peer is better by a measure. */
  private void losses(AdaptiveLine ours) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < contest.scenarios().size(); i++) {
      List<String> lost = new ArrayList<>();
      for (AdaptiveMeasure measure : AdaptiveMeasure.values()) {
        AdaptiveLine best = best(ours, measure, i);
        if (!best.equals(ours)) {
          lost.add(loss(ours, best, measure, i));
        }
      }
      if (!lost.isEmpty()) {
        lines.add("  - " + contest.scenarios().get(i).title() + ": " + String.join("; ", lost));
      }
    }
    say("- **%s**%s", ours.contender().name(), lines.isEmpty() ? ": nowhere." : "");
    text.addAll(lines);
  }

  /** Returns the best line by a measure; ours unless a peer is clearly better. */
  private AdaptiveLine best(AdaptiveLine ours, AdaptiveMeasure measure, int scenario) {
    AdaptiveLine best = ours;
    double most = measure.score(ours.figures().get(scenario)) + WORTH_SAYING;
    for (AdaptiveLine line : contest.lines()) {
      double score = measure.score(line.figures().get(scenario));
      if (!line.contender().ours()
          && score >= most
          && (measure != AdaptiveMeasure.SWING || moves(line))) {
        best = line;
        most = score;
      }
    }
    return best;
  }

  private static boolean moves(AdaptiveLine line) {
    return line.courses().stream()
        .anyMatch(course -> Arrays.stream(course.limits).distinct().count() > 1);
  }

  private static String loss(
      AdaptiveLine ours, AdaptiveLine best, AdaptiveMeasure measure, int scenario) {
    return String.format(
        Locale.ROOT,
        "%s %s, but %s with %s",
        measure.text,
        measure.print(ours.figures().get(scenario)),
        measure.print(best.figures().get(scenario)),
        best.contender().name());
  }
}
