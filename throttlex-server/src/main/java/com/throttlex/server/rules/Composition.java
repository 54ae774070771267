package com.throttlex.server.rules;

import com.throttlex.jdbc.StoredRule;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleProblem;
import com.throttlex.rules.InvalidRuleFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The rules of the file and those of the database, and the book of all that fit together.
 *
 * <p>Rules that other nodes wrote into the database may contradict this node's file. Such a rule is
 * not in the book, and neither are rules that replace it. The file's rules are always in the book.
 *
 * @param file the rules of the file; without a file, only the preamble of the database
 * @param kept the rules of the database that can be read, by id
 * @param unreadable the problems of the others, by id
 * @param book the rules that fit together
 * @param problems why the others are not in the book
 */
record Composition(
    RuleBook file,
    Map<String, ManagedRule> kept,
    Map<String, RuleProblem> unreadable,
    RuleBook book,
    List<RuleProblem> problems) {

  /**
   * Composes a file with the rules of a database, some of which may be unreadable.
   *
   * @param ofFile whether there is a file; without one, the preamble of the database is in force
   * @param known rules that are already parsed, by id
   */
  static Composition read(
      RuleBook file, boolean ofFile, List<StoredRule> database, Map<String, ManagedRule> known) {
    Map<String, ManagedRule> kept = new TreeMap<>();
    Map<String, RuleProblem> unreadable = new TreeMap<>();
    RuleBook base = file;
    for (StoredRule stored : database) {
      try {
        if (!stored.id().equals(StoredPreamble.ID)) {
          ManagedRule old = known.get(stored.id());
          kept.put(stored.id(), old != null && old.is(stored) ? old : ManagedRule.of(stored));
        } else if (!ofFile) {
          base = RuleBook.of(StoredPreamble.parse(stored.json()), List.of(), file.stores());
        }
      } catch (InvalidRuleFileException | InvalidRulesException e) {
        unreadable.put(
            stored.id(), new RuleProblem(stored.id(), "", String.valueOf(e.getMessage())));
      }
    }
    return of(base, kept, unreadable);
  }

  private static Composition of(
      RuleBook file, Map<String, ManagedRule> kept, Map<String, RuleProblem> unreadable) {
    List<RuleProblem> problems = new ArrayList<>(unreadable.values());
    Map<String, Rule> fitting = new LinkedHashMap<>();
    kept.forEach((id, rule) -> fitting.put(id, rule.rule()));
    for (String id : kept.keySet()) {
      if (file.rule(id) != null) {
        problems.add(inBoth(id));
        fitting.remove(id);
      }
    }
    return new Composition(file, kept, unreadable, book(file, fitting, problems), problems);
  }

  static RuleProblem inBoth(String id) {
    return new RuleProblem(id, "id", "id: " + id + " (expected: in file or database only)");
  }

  /** Removes rules until the rest fit together; the file's rules alone always do. */
  private static RuleBook book(
      RuleBook file, Map<String, Rule> fitting, List<RuleProblem> problems) {
    while (true) {
      List<Rule> rules = new ArrayList<>(file.rules());
      rules.addAll(fitting.values());
      try {
        return RuleBook.of(file.preamble(), rules, file.stores());
      } catch (InvalidRulesException e) {
        problems.addAll(e.problems());
        if (!fitting.keySet().removeAll(ids(e.problems()))) {
          throw e;
        }
      }
    }
  }

  private static Set<String> ids(List<RuleProblem> problems) {
    return problems.stream().map(RuleProblem::rule).collect(Collectors.toSet());
  }

  /** Returns the composition with another file. */
  Composition with(RuleBook other) {
    return of(other, kept, unreadable);
  }

  /** Returns the composition with this rule in the database. */
  Composition with(Rule rule) {
    Map<String, ManagedRule> changed = new TreeMap<>(kept);
    changed.put(rule.id(), ManagedRule.unstored(rule));
    return of(file, changed, unreadableBut(rule.id()));
  }

  /** Returns the composition without that rule of the database. */
  Composition without(String id) {
    Map<String, ManagedRule> rest = new TreeMap<>(kept);
    rest.remove(id);
    return of(file, rest, unreadableBut(id));
  }

  private Map<String, RuleProblem> unreadableBut(String id) {
    Map<String, RuleProblem> rest = new TreeMap<>(unreadable);
    rest.remove(id);
    return rest;
  }

  /** Returns the composition with the stored form of a rule. */
  Composition keeping(ManagedRule rule) {
    Map<String, ManagedRule> known = new TreeMap<>(kept);
    known.put(rule.rule().id(), rule);
    return new Composition(file, known, unreadable, book, problems);
  }

  /**
   * Returns this composition as the successor of another.
   *
   * @param changed the id of a rule that must be in the book, or any other text
   * @throws InvalidRulesException when a rule is not in the book and was not left out before
   */
  Composition after(Composition before, String changed) {
    Set<String> outBefore = new HashSet<>(ids(before.problems));
    outBefore.remove(changed);
    List<RuleProblem> refused = new ArrayList<>(problems);
    refused.removeIf(problem -> outBefore.contains(problem.rule()));
    if (!refused.isEmpty()) {
      throw new InvalidRulesException(refused);
    }
    return this;
  }

  /**
   * Returns this composition if all rules are in the book.
   *
   * @throws InvalidRulesException when one is not
   */
  Composition complete() {
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
    return this;
  }

  /** Returns whether the database has the same rules. */
  boolean keepsAs(Composition other) {
    return kept.equals(other.kept)
        && unreadable.equals(other.unreadable)
        && file.preamble().equals(other.file.preamble());
  }
}
