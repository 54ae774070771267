package com.throttlex.server.rules;

import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.NotFoundException;
import com.throttlex.jdbc.RuleVersion;
import com.throttlex.jdbc.StoredRule;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleProblem;
import com.throttlex.rules.InvalidRuleFileException;
import com.throttlex.rules.RuleFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of the file and those of the database, as one book.
 *
 * <p>A change is first checked against the whole book, then kept, then put into force, so that what
 * is kept can always be put into force again. One change at a time; every method may block.
 */
public final class ManagedRules {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedRules.class);

  private final WatchedFile file;
  private final Database database;
  private final Consumer<RuleBook> inForce;
  private RuleBook fileBook;
  private Map<String, ManagedRule> kept = new TreeMap<>();
  private volatile RuleBook book;
  private volatile @Nullable String fileProblem;

  private ManagedRules(@Nullable Path path, Database database, Consumer<RuleBook> inForce) {
    this.file = new WatchedFile(path);
    this.database = database;
    this.inForce = inForce;
    fileBook = file.read();
    database.rules().all().forEach(stored -> kept.put(stored.id(), ManagedRule.of(stored)));
    book = combine(fileBook, kept);
  }

  /**
   * Reads all rules.
   *
   * @param file the rule file, or null when there is none
   * @param inForce takes every further book
   * @throws InvalidRuleFileException when the file is wrong
   * @throws InvalidRulesException when file and database contradict each other
   */
  public static ManagedRules open(
      @Nullable Path file, Database database, Consumer<RuleBook> inForce) {
    return new ManagedRules(file, database, inForce);
  }

  /** The rules in force. */
  public RuleBook book() {
    return book;
  }

  /** All rules: those of the file in its order, then those of the database by id. */
  public synchronized List<ManagedRule> all() {
    List<ManagedRule> all = new ArrayList<>();
    fileBook.rules().forEach(rule -> all.add(ManagedRule.ofFile(rule)));
    all.addAll(kept.values());
    return all;
  }

  /** The rule of that id. */
  public synchronized Optional<ManagedRule> find(String id) {
    ManagedRule rule = kept.get(id);
    return rule != null
        ? Optional.of(rule)
        : fileBook.rules().stream()
            .filter(r -> r.id().equals(id))
            .findFirst()
            .map(ManagedRule::ofFile);
  }

  /**
   * Adds a rule.
   *
   * @throws InvalidRulesException when it does not go with the others, or its id is taken
   * @throws com.throttlex.jdbc.AlreadyExistsException when its id is taken
   */
  public synchronized ManagedRule create(Rule rule, Change change) {
    requireNotOfFile(rule.id());
    Map<String, ManagedRule> changed = kept.containsKey(rule.id()) ? kept : with(rule);
    RuleBook next = combine(fileBook, changed);
    return keep(database.rules().create(rule.id(), ManagedRule.json(rule), change), rule, next);
  }

  /**
   * Replaces a rule.
   *
   * @param version the version that is to be replaced, or null for any
   * @throws NotFoundException when there is no such rule
   * @throws ReadOnlyRuleException when it comes from the file
   * @throws com.throttlex.jdbc.VersionConflictException when it has another version
   * @throws InvalidRulesException when it does not go with the others
   */
  public synchronized ManagedRule update(Rule rule, @Nullable Long version, Change change) {
    requireNotOfFile(rule.id());
    RuleBook next = combine(fileBook, with(rule));
    StoredRule stored = database.rules().update(rule.id(), ManagedRule.json(rule), version, change);
    return keep(stored, rule, next);
  }

  /**
   * Makes a rule what it was in an earlier version, also when it was deleted.
   *
   * @param version the version that is to be replaced, or null for any
   */
  public synchronized ManagedRule rollBack(
      String id, long toVersion, @Nullable Long version, Change change) {
    requireNotOfFile(id);
    Optional<RuleVersion> earlier =
        history(id).stream().filter(v -> v.version() == toVersion).findFirst();
    String json = earlier.map(RuleVersion::json).orElse(null);
    Rule rule = json == null ? null : RuleFile.parseRule(json, "rule " + id);
    RuleBook next = rule == null ? book : combine(fileBook, with(rule));
    StoredRule stored = database.rules().rollBack(id, toVersion, version, change);
    return keep(stored, RuleFile.parseRule(stored.json(), "rule " + id), next);
  }

  /**
   * Removes a rule.
   *
   * @param version the version that is to be removed, or null for any
   * @throws InvalidRulesException when another rule needs it
   */
  public synchronized void delete(String id, @Nullable Long version, Change change) {
    requireNotOfFile(id);
    Map<String, ManagedRule> rest = new TreeMap<>(kept);
    rest.remove(id);
    RuleBook next = combine(fileBook, rest);
    database.rules().delete(id, version, change);
    kept = rest;
    putIntoForce(next);
  }

  /** Every change of a rule of the database, newest first. */
  public List<RuleVersion> history(String id) {
    return database.rules().history(id);
  }

  /**
   * Reads the file again if it has changed; a wrong one changes nothing but {@link #problem}. What
   * was wrong is read again each time, as it can also have contradicted the database.
   */
  public synchronized void refresh() {
    if (!file.changed() && fileProblem == null) {
      return;
    }
    try {
      RuleBook read = file.read();
      RuleBook next = combine(read, kept);
      fileBook = read;
      fileProblem = null;
      putIntoForce(next);
      LOG.info("rule file {}: read again, {} rules in force", file.path(), next.rules().size());
    } catch (InvalidRuleFileException | InvalidRulesException e) {
      if (!String.valueOf(e.getMessage()).equals(fileProblem)) {
        LOG.warn("rule file {}: the rules before stay in force: {}", file.path(), e.getMessage());
      }
      fileProblem = e.getMessage();
    }
  }

  /** Why the rule file as it is now is not in force, or null when it is. */
  public @Nullable String problem() {
    return fileProblem;
  }

  /** The rule file, or null when there is none. */
  public @Nullable Path file() {
    return file.path();
  }

  private void requireNotOfFile(String id) {
    if (fileBook.rule(id) != null) {
      throw new ReadOnlyRuleException(id);
    }
  }

  private Map<String, ManagedRule> with(Rule rule) {
    Map<String, ManagedRule> changed = new TreeMap<>(kept);
    changed.put(rule.id(), new ManagedRule(rule, "", ManagedRule.Source.API, 0, null, null));
    return changed;
  }

  private ManagedRule keep(StoredRule stored, Rule rule, RuleBook next) {
    ManagedRule managed = ManagedRule.of(stored, rule);
    kept.put(managed.rule().id(), managed);
    putIntoForce(next);
    return managed;
  }

  private void putIntoForce(RuleBook next) {
    book = next;
    inForce.accept(next);
  }

  private static RuleBook combine(RuleBook file, Map<String, ManagedRule> kept) {
    List<RuleProblem> twice = new ArrayList<>();
    List<Rule> rules = new ArrayList<>(file.rules());
    for (ManagedRule rule : kept.values()) {
      String id = rule.rule().id();
      if (file.rule(id) != null) {
        twice.add(new RuleProblem(id, "id", "id: " + id + " (expected: in file or database only)"));
      }
      rules.add(rule.rule());
    }
    if (!twice.isEmpty()) {
      throw new InvalidRulesException(twice);
    }
    return RuleBook.of(file.tiers(), file.fallback(), rules);
  }
}
