package com.throttlex.rules;

import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.RuleProblem;
import com.throttlex.rules.yaml.Node;
import com.throttlex.rules.yaml.Problems;
import com.throttlex.rules.yaml.Section;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the lines of the problems that core reports for rules. */
final class CoreProblems {
  private static final Set<String> NAMING_TIERS = Set.of("limits", "match", "shares", "priorities");

  /** The keys whose values are not searched: they may equal a name in a problem by chance. */
  private static final Set<String> OTHER_WORDS =
      Stream.of(FieldNames.MATCH, FieldNames.CLASSIFIER)
          .flatMap(List::stream)
          .filter(name -> !name.equals("match") && !name.equals("tiers"))
          .collect(Collectors.toUnmodifiableSet());

  private CoreProblems() {}

  /** Adds the problems of one rule, except those of fields that had problems before. */
  static void ofRule(
      InvalidRulesException e, Section section, Problems problems, int problemsBefore) {
    List<RuleProblem> fresh =
        e.problems().stream()
            .filter(p -> !problems.concern(problemsBefore, section.key(p.field())))
            .toList();
    fresh.forEach(problem -> add(problem, section, problems));
  }

  /**
   * Adds the problems of the rules together, given the section of each rule and that of the book.
   * If the tiers could not be read, problems of rules that name tiers are left out.
   */
  static void ofBook(
      InvalidRulesException e, Section book, Map<String, Section> rules, Problems problems) {
    boolean tiersKnown = !problems.concern(0, "tiers");
    for (RuleProblem problem : e.problems()) {
      if (tiersKnown || !NAMING_TIERS.contains(problem.field())) {
        add(problem, rules.getOrDefault(problem.rule(), book), problems);
      }
    }
  }

  private static void add(RuleProblem problem, Section section, Problems problems) {
    String prefix = problem.field() + ": ";
    String message = problem.message();
    String rest = message.startsWith(prefix) ? message.substring(prefix.length()) : message;
    Node.Field field = section.field(problem.field());
    int named = field == null ? 0 : lineOf(field.value(), field.line(), Problems.value(rest));
    int line = named > 0 ? named : field == null ? section.line() : field.line();
    problems.add(line, section.key(problem.field()), rest);
  }

  /** Returns the line of the first value or key that the text names, or 0. */
  private static int lineOf(Node node, int line, String text) {
    int found = 0;
    if (node instanceof Node.Scalar scalar) {
      found = isNamed(scalar.text(), text) ? line : 0;
    } else if (node instanceof Node.Items list) {
      for (Node item : list.items()) {
        found = found > 0 ? found : lineOf(item, item.line(), text);
      }
    } else if (node instanceof Node.Fields map) {
      for (Map.Entry<String, Node.Field> field : map.fields().entrySet()) {
        int at = field.getValue().line();
        int here = isNamed(field.getKey(), text) ? at : 0;
        int below =
            OTHER_WORDS.contains(field.getKey()) ? 0 : lineOf(field.getValue().value(), at, text);
        found = found > 0 ? found : here > 0 ? here : below;
      }
    }
    return found;
  }

  private static boolean isNamed(String word, String text) {
    return text.equals(word) || text.contains('"' + word + '"');
  }
}
