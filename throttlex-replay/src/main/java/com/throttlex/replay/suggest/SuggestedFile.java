package com.throttlex.replay.suggest;

import static com.throttlex.replay.suggest.SurveyWords.number;
import static com.throttlex.replay.suggest.SurveyWords.percent;

import com.throttlex.rules.RuleFile;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes suggestions as a rule file, with comments that say where each limit comes from. */
public final class SuggestedFile {
  private static final int WIDTH = 110;
  private static final String RULE = "  - id: ";

  private final Suggestions suggestions;
  private final StringBuilder out = new StringBuilder();

  private SuggestedFile(Suggestions suggestions) {
    this.suggestions = suggestions;
  }

  /** Returns the text of the rule file. */
  public static String write(Suggestions suggestions) {
    SuggestedFile file = new SuggestedFile(suggestions);
    file.head();
    file.rules();
    return file.out.toString();
  }

  private void head() {
    String asked = percent(suggestions.share());
    if (suggestions.requests() > 0) {
      comment(
          "",
          "Suggested from "
              + number(suggestions.requests())
              + " requests, "
              + suggestions.first().truncatedTo(ChronoUnit.SECONDS)
              + " to "
              + suggestions.last().truncatedTo(ChronoUnit.SECONDS)
              + " ("
              + SurveyWords.time(Duration.between(suggestions.first(), suggestions.last()))
              + ").");
    }
    if (suggestions.rules().isEmpty()) {
      comment("", "No limits can be suggested from this log:");
    } else {
      comment(
          "",
          "Each limit was chosen to deny at most "
              + asked
              + " of its keys"
              + (anyApart() ? ", not counting those that stand apart" : "")
              + ". The limits come from half of the clients. They were tested by a replay of the"
              + " other half: see \"Tested\" below.");
      comment(
          "",
          "All rules are in shadow mode: they count what they would deny, and deny nothing. Watch"
              + " them for some days, then set mode: enforce.");
    }
    suggestions.rules().forEach(this::exceeded);
    suggestions.notes().forEach(note -> item("", note));
    comment("", "Clients:");
    suggestions.clients().forEach(line -> item("", line));
  }

  /** Adds a line for a rule that denied more in the test than was asked for. */
  private void exceeded(Suggestion rule) {
    HeldOutResult tested = rule.heldOut();
    if (tested.share() > suggestions.share()) {
      item(
          "",
          rule.rule().id()
              + " denied more in the test: "
              + number(tested.denied())
              + " of "
              + number(tested.keys())
              + " keys ("
              + percent(tested.share())
              + ").");
    }
  }

  private boolean anyApart() {
    return suggestions.rules().stream().anyMatch(rule -> rule.rates().apart() > 0);
  }

  private void rules() {
    List<String> lines = new ArrayList<>(RuleFile.write(suggestions.book()).lines().toList());
    int next = 0;
    for (String line : lines) {
      if (line.startsWith(RULE)) {
        out.append(next == 0 ? "" : "\n");
        comment("  ", suggestions.rules().get(next));
        next++;
      }
      out.append(line).append('\n');
    }
  }

  private void comment(String indent, Suggestion rule) {
    Suggestion.KeyRates rates = rule.rates();
    String window = rule.rule().limits().values().iterator().next().get(0).period().toString();
    comment(
        indent,
        String.format(
            Locale.ROOT,
            "%s requests. Most in %s: %s for half of the keys, %s for 99 %%, %s for the busiest of %s.",
            number(rule.requests()),
            window,
            number(rates.median()),
            number(rates.high()),
            number(rates.most()),
            number(rates.keys())));
    HeldOutResult tested = rule.heldOut();
    comment(
        indent,
        String.format(
            Locale.ROOT,
            "Tested: %s of %s other keys denied (%s). Confidence: %s; with 95 %% certainty at most %s.",
            number(tested.denied()),
            number(tested.keys()),
            percent(tested.denied(), tested.keys()),
            rule.confidence().name().toLowerCase(Locale.ROOT),
            percent(Confidence.most(tested.denied(), tested.keys()))));
    if (rates.apart() > 0) {
      apart(indent, rule, window);
    }
  }

  private void apart(String indent, Suggestion rule, String window) {
    Suggestion.KeyRates rates = rule.rates();
    HeldOutResult tested = rule.heldOut();
    boolean one = rates.apart() == 1;
    boolean byFirst = rates.apartLeast() > rates.most();
    String result = number(tested.apartDenied()) + " of " + number(tested.apart()) + " denied";
    comment(
        indent,
        (one ? "1 key stands" : number(rates.apart()) + " keys stand")
            + " apart"
            + (byFirst ? ", with at least " + number(rates.apartLeast()) + " in " + window : "")
            + (one ? ", and is" : ", and are")
            + " not counted. Tested: "
            + (tested.apart() == 0 ? "none" : result)
            + (rule.apartNames().isEmpty() ? "." : ". The busiest:"));
    rule.apartNames().forEach(name -> item(indent, name));
  }

  private void item(String indent, String text) {
    wrapped(indent + "# - ", indent + "#   ", text);
  }

  private void comment(String indent, String text) {
    wrapped(indent + "# ", indent + "# ", text);
  }

  private void wrapped(String first, String next, String text) {
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : text.split(" (?!%)", 0)) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        out.append(line).append('\n');
        line = new StringBuilder(next);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    out.append(line).append('\n');
  }
}
