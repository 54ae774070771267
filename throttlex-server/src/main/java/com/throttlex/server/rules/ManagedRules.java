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
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rules of the file and those of the database, as one book.
 *
 * <p>A change is first checked against the whole book, then stored, then put into force. So stored
 * rules can always be put into force again. A change of another node is stored without this check,
 * and is in force as far as it fits the other rules. One change at a time; every method may block.
 */
public final class ManagedRules {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedRules.class);

  private final boolean shared;
  private final WatchedFile file;
  private final Database database;
  private final Consumer<RuleBook> inForce;
  private volatile Composition now;
  private volatile @Nullable String fileProblem;
  private volatile Consumer<String> changed = id -> {};
  private final Doubts<String> doubts;
  private long revision;

  private ManagedRules(
      @Nullable Path path, Database database, Consumer<RuleBook> inForce, boolean shared) {
    this.shared = shared;
    this.file = new WatchedFile(path);
    this.database = database;
    this.doubts = new Doubts<>(database);
    this.inForce = inForce;
    RuleBook read = file.read();
    revision = database.rules().revision();
    now = Composition.read(read, database.rules().all());
  }

  /**
   * Reads all rules.
   *
   * @param file the rule file, or null when there is none
   * @param inForce receives every later book
   * @throws InvalidRuleFileException when the file is wrong
   * @throws InvalidRulesException when file and database contradict each other
   */
  public static ManagedRules open(
      @Nullable Path file, Database database, Consumer<RuleBook> inForce) {
    ManagedRules rules = new ManagedRules(file, database, inForce, /* shared= */ false);
    rules.now = rules.now.complete();
    return rules;
  }

  /**
   * Reads all rules of a database that other nodes change too. Its rules that contradict the file
   * are not in force, and {@link #problem} reports them.
   *
   * @param file the rule file, or null when there is none
   * @param inForce receives every later book
   * @throws InvalidRuleFileException when the file is wrong
   */
  public static ManagedRules openShared(
      @Nullable Path file, Database database, Consumer<RuleBook> inForce) {
    ManagedRules rules = new ManagedRules(file, database, inForce, /* shared= */ true);
    warn(rules.now.problems());
    return rules;
  }

  /** The rules in force. */
  public RuleBook book() {
    return now.book();
  }

  /** Returns all rules: those of the file in its order, then those of the database by id. */
  public List<ManagedRule> all() {
    Composition current = now;
    List<ManagedRule> all = new ArrayList<>();
    Instant fileTime = file.modifiedAt();
    current.file().rules().forEach(rule -> all.add(ManagedRule.ofFile(rule, fileTime)));
    current.kept().values().stream()
        .filter(rule -> current.file().rule(rule.rule().id()) == null)
        .forEach(all::add);
    return all;
  }

  /** Returns the rule with that id. */
  public Optional<ManagedRule> find(String id) {
    return all().stream().filter(rule -> rule.rule().id().equals(id)).findFirst();
  }

  /**
   * Adds a rule.
   *
   * @throws InvalidRulesException when it contradicts the others, or its id is in use
   * @throws com.throttlex.jdbc.AlreadyExistsException when its id is in use
   */
  public synchronized ManagedRule create(Rule rule, Change change) {
    requireNotOfFile(rule.id());
    Composition next = now.kept().containsKey(rule.id()) ? now : with(rule);
    String json = ManagedRule.json(rule);
    StoredRule stored =
        doubts.write(rule.id(), () -> database.rules().create(rule.id(), json, change));
    return keep(stored, rule, next);
  }

  /**
   * Replaces a rule.
   *
   * @param version the version to replace, or null for any
   * @throws NotFoundException when there is no such rule
   * @throws ReadOnlyRuleException when it comes from the file
   * @throws com.throttlex.jdbc.VersionConflictException when it has another version
   * @throws InvalidRulesException when it contradicts the others
   */
  public synchronized ManagedRule update(Rule rule, @Nullable Long version, Change change) {
    requireNotOfFile(rule.id());
    Composition next = with(rule);
    String json = ManagedRule.json(rule);
    StoredRule stored =
        doubts.write(rule.id(), () -> database.rules().update(rule.id(), json, version, change));
    return keep(stored, rule, next);
  }

  /**
   * Restores an earlier version of a rule, also of a deleted one.
   *
   * @param version the version to replace, or null for any
   */
  public synchronized ManagedRule rollBack(
      String id, long toVersion, @Nullable Long version, Change change) {
    requireNotOfFile(id);
    Optional<RuleVersion> earlier =
        history(id).stream().filter(v -> v.version() == toVersion).findFirst();
    String json = earlier.map(RuleVersion::json).orElse(null);
    Composition next = json == null ? now : with(RuleFile.parseRule(json, "rule " + id));
    StoredRule stored =
        doubts.write(id, () -> database.rules().rollBack(id, toVersion, version, change));
    return keep(stored, RuleFile.parseRule(stored.json(), "rule " + id), next);
  }

  /**
   * Deletes a rule.
   *
   * @param version the version to delete, or null for any
   * @throws InvalidRulesException when another rule needs it
   */
  public synchronized void delete(String id, @Nullable Long version, Change change) {
    requireNotOfFile(id);
    Composition next = now.without(id).after(now, "");
    doubts.write(
        id,
        () -> {
          database.rules().delete(id, version, change);
          return id;
        });
    putIntoForce(next);
    changed.accept(id);
  }

  /** Returns every change of a rule of the database, newest first. */
  public List<RuleVersion> history(String id) {
    return database.rules().history(id);
  }

  /**
   * Reads the file again if it has changed; an invalid file changes only {@link #problem}. An
   * invalid file is read again each time, because it may have contradicted the database.
   */
  public synchronized void refresh() {
    if (!file.changed() && fileProblem == null) {
      return;
    }
    try {
      Composition next = now.with(file.read()).after(now, "");
      fileProblem = null;
      putIntoForce(next);
      int rules = next.book().rules().size();
      LOG.info("rule file {}: read again, {} rules in force", file.path(), rules);
    } catch (InvalidRuleFileException | InvalidRulesException e) {
      if (!String.valueOf(e.getMessage()).equals(fileProblem)) {
        LOG.warn(
            "rule file {}: invalid; the current rules stay in force: {}",
            file.path(),
            e.getMessage());
      }
      fileProblem = e.getMessage();
    }
  }

  /** Returns why the present rule file, or a rule of the database, is not in force; or null. */
  public @Nullable String problem() {
    List<String> problems = new ArrayList<>();
    Optional.ofNullable(fileProblem).ifPresent(problems::add);
    now.problems().forEach(problem -> problems.add("not in force: " + problem));
    return problems.isEmpty() ? null : String.join("; ", problems);
  }

  /** The rule file, or null when there is none. */
  public @Nullable Path file() {
    return file.path();
  }

  /**
   * Resolves changes that were in doubt, if there are any.
   *
   * @throws com.throttlex.jdbc.DatabaseException when the database is still failing
   */
  public void settle() {
    doubts.settle(this::reload, id -> changed.accept(id));
  }

  /** Reloads changes of other nodes, if there can be other nodes. */
  public void follow() {
    if (shared) {
      reload();
    }
  }

  /** Reloads the rules if the database has changed. */
  synchronized void reload() {
    long current = database.rules().revision();
    if (current == revision) {
      return;
    }
    Composition next = Composition.read(now.file(), database.rules().all());
    revision = current;
    if (!next.keepsAs(now)) {
      List<RuleProblem> news = new ArrayList<>(next.problems());
      news.removeAll(now.problems());
      warn(news);
      putIntoForce(next);
    }
  }

  private static void warn(List<RuleProblem> problems) {
    problems.forEach(problem -> LOG.warn("rules: not in force: {}", problem));
  }

  /** Returns the last change of every rule of the database. */
  List<RuleVersion> latest() {
    return database.rules().latest();
  }

  /** Stores changes of other nodes, and puts into force those that fit the other rules. */
  synchronized void adopt(List<RuleVersion> changes) {
    database.rules().adopt(changes, SharedRules.ORDER);
    reload();
  }

  /** Registers a listener for the ids of rules that are changed here. */
  void onChange(Consumer<String> changed) {
    this.changed = changed;
  }

  private void requireNotOfFile(String id) {
    if (now.file().rule(id) != null) {
      throw new ReadOnlyRuleException(id);
    }
  }

  private Composition with(Rule rule) {
    return now.with(rule).after(now, rule.id());
  }

  private ManagedRule keep(StoredRule stored, Rule rule, Composition next) {
    ManagedRule managed = ManagedRule.of(stored, rule);
    putIntoForce(next.keeping(managed));
    changed.accept(stored.id());
    return managed;
  }

  private void putIntoForce(Composition next) {
    now = next;
    inForce.accept(next.book());
  }
}
