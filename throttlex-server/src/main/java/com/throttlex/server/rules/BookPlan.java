package com.throttlex.server.rules;

import com.throttlex.jdbc.StoredRule;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleProblem;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The change from the rules in force to a whole book.
 *
 * <p>Rules of the rule file stay. The book may repeat them, but not change them. A stored rule with
 * the id of a rule of the file stays too: only nodes without that file can change it.
 */
final class BookPlan {
  private final Composition now;
  private final boolean ofFile;
  private final SentBook book;
  private final RuleBook base;
  private final Map<String, ManagedRule> kept = new TreeMap<>();
  private final Map<String, String> contents = new LinkedHashMap<>();
  private final Set<String> deleted = new LinkedHashSet<>();
  private final RuleBook checked;
  private final BookDifference difference;

  /**
   * Plans the change to a book.
   *
   * @param ofFile whether there is a rule file; then it has the tiers, the default rule and the
   *     like
   * @throws ReadOnlyRuleException when the book changes a part of the rule file
   * @throws com.throttlex.rule.InvalidRulesException with every problem of the book
   */
  BookPlan(Composition now, boolean ofFile, SentBook book) {
    this.now = now;
    this.ofFile = ofFile;
    this.book = book;
    if (ofFile) {
      ReadOnlyRuleException.requireSame(now.file().preamble(), book.preamble());
    }
    base = ofFile ? now.file() : RuleBook.of(book.preamble(), List.of(), now.file().stores());
    List<Rule> own = own();
    List<Rule> all = new ArrayList<>(base.rules());
    all.addAll(own);
    checked = RuleBook.of(base.preamble(), all, base.stores());
    difference = compare(own);
  }

  /** Returns the rules that are not in the rule file, by id. */
  private List<Rule> own() {
    Map<String, Rule> file = new LinkedHashMap<>();
    base.rules().forEach(rule -> file.put(rule.id(), rule));
    List<Rule> own = new ArrayList<>(book.rules());
    for (Rule rule : book.rules()) {
      Rule fixed = file.get(rule.id());
      if (fixed != null && !fixed.equals(rule)) {
        throw new ReadOnlyRuleException(rule.id());
      }
    }
    own.removeIf(rule -> file.containsKey(rule.id()));
    own.sort(Comparator.comparing(Rule::id));
    return own;
  }

  private BookDifference compare(List<Rule> own) {
    List<String> added = new ArrayList<>();
    List<BookDifference.Changed> changed = new ArrayList<>();
    for (Rule rule : own) {
      String id = rule.id();
      ManagedRule old = now.kept().get(id);
      if (old != null && old.rule().equals(rule)) {
        kept.put(id, old);
        continue;
      }
      ManagedRule next = ManagedRule.unstored(rule);
      kept.put(id, next);
      contents.put(id, next.json());
      if (old == null && !now.unreadable().containsKey(id)) {
        added.add(id);
      } else {
        String before = old == null ? null : old.json();
        changed.add(new BookDifference.Changed(id, before, next.json()));
      }
    }
    comparePreamble();
    List<String> removed = removed();
    int unchanged = checked.rules().size() - added.size() - changed.size();
    Preamble before = now.file().preamble();
    return new BookDifference(before, base.preamble(), added, changed, removed, unchanged);
  }

  private void comparePreamble() {
    boolean unreadable = now.unreadable().containsKey(StoredPreamble.ID);
    if (!ofFile && (unreadable || !base.preamble().equals(now.file().preamble()))) {
      contents.put(StoredPreamble.ID, StoredPreamble.json(base.preamble()));
    }
  }

  private List<String> removed() {
    deleted.addAll(now.kept().keySet());
    deleted.addAll(now.unreadable().keySet());
    deleted.removeIf(
        id -> kept.containsKey(id) || contents.containsKey(id) || base.rule(id) != null);
    return List.copyOf(deleted);
  }

  BookDifference difference() {
    return difference;
  }

  /** Returns the texts of the rules to store, by id. */
  Map<String, String> contents() {
    return contents;
  }

  /** Returns the ids of the rules to delete. */
  Set<String> deleted() {
    return deleted;
  }

  /** Returns the ids of all rules that change. */
  List<String> ids() {
    List<String> ids = new ArrayList<>(contents.keySet());
    ids.addAll(deleted);
    return ids;
  }

  boolean isEmpty() {
    return contents.isEmpty() && deleted.isEmpty();
  }

  /** Returns the composition after the rules were stored. */
  Composition composition(List<StoredRule> stored) {
    for (StoredRule rule : stored) {
      kept.computeIfPresent(rule.id(), (id, planned) -> planned.stored(rule));
    }
    List<RuleProblem> problems = new ArrayList<>();
    now.kept().forEach((id, rule) -> keepOfOtherNodes(id, rule, problems));
    return new Composition(base, kept, Map.of(), checked, problems);
  }

  private void keepOfOtherNodes(String id, ManagedRule rule, List<RuleProblem> problems) {
    if (base.rule(id) != null) {
      kept.put(id, rule);
      problems.add(Composition.inBoth(id));
    }
  }
}
