package com.throttlex.benchmarks.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the numbers say of ours, in words: where they are ahead and where they are not. */
final class Verdict {
  private final Contest contest;
  private final List<String> text = new ArrayList<>();

  private Verdict(Contest contest) {
    this.contest = contest;
  }

  static List<String> of(Contest contest) {
    Verdict verdict = new Verdict(contest);
    for (Line line : contest.lines()) {
      if (line.contender().ours()) {
        verdict.places(line);
      }
    }
    verdict.text.add("");
    verdict.text.add("## Where ours is not ahead");
    verdict.text.add("");
    int before = verdict.text.size();
    for (Line line : contest.lines()) {
      if (line.contender().ours()) {
        verdict.losses(line);
      }
    }
    if (verdict.text.size() == before) {
      verdict.text.add("Nowhere.");
    }
    return verdict.text;
  }

  private void places(Line ours) {
    text.add(
        String.format(
            Locale.ROOT,
            "- %s is %s by *all*, and %s by *control*, of %d limiters.",
            ours.contender().name(),
            place(ours, Contest.ALL),
            place(ours, Contest.CONTROL),
            contest.lines().size()));
  }

  private String place(Line ours, List<Measure> measures) {
    int place = 1 + contest.ranking(measures).indexOf(ours);
    return place == 1 ? "first" : "number " + place;
  }

  /** One line for each scenario in which another is better in something. */
  private void losses(Line ours) {
    for (int i = 0; i < contest.scenarios().size(); i++) {
      List<String> lost = new ArrayList<>();
      for (Measure measure : Measure.values()) {
        String loss = loss(ours, measure, i);
        if (!loss.isEmpty()) {
          lost.add(loss);
        }
      }
      if (!lost.isEmpty()) {
        text.add(
            String.format(
                Locale.ROOT,
                "- %s, %s: %s.",
                ours.contender().name(),
                contest.scenarios().get(i).title().toLowerCase(Locale.ROOT),
                String.join("; ", lost)));
      }
    }
  }

  private String loss(Line ours, Measure measure, int scenario) {
    Figures own = ours.figures().get(scenario);
    Line best = ours;
    for (Line line : contest.lines()) {
      if (!line.contender().ours()
          && measure.isBetter(line.figures().get(scenario), best.figures().get(scenario))) {
        best = line;
      }
    }
    return best.equals(ours)
        ? ""
        : String.format(
            Locale.ROOT,
            "%s %s, and %s with %s",
            measure.text,
            measure.print(own),
            measure.print(best.figures().get(scenario)),
            best.contender().name());
  }
}
