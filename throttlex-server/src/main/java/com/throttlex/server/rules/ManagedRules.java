package com.throttlex.server.rules;

import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.NotFoundException;
import com.throttlex.jdbc.ReplacedRules;
import com.throttlex.jdbc.RuleVersion;
import com.throttlex.jdbc.StoredRule;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleProblem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
// Over 300 lines: all changes of rules hold one lock, and share the steps check, store, put into
// force. A second class for whole books would need the lock and all of this state.
public final class ManagedRules {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedRules.class);

  /** How often a whole book is compared again because another node changed a rule meanwhile. */
  private static final int ATTEMPTS = 5;

  private final boolean shared;
  private final WatchedFile file;
  private final Database database;
  private final Consumer<RuleBook> inForce;
  private volatile Composition now;
  private volatile Consumer<List<String>> changed = ids -> {};
  private volatile @Nullable RuleListing listing;
  private final Doubts<String> doubts;
  private long revision;

  private ManagedRules(
      @Nullable Path path,
      Set<String> stores,
      Database database,
      Consumer<RuleBook> inForce,
      boolean shared) {
    this.shared = shared;
    this.file = new WatchedFile(path, stores);
    this.database = database;
    this.doubts = new Doubts<>(database);
    this.inForce = inForce;
    RuleBook read = file.read();
    revision = database.rules().revision();
    now = Composition.read(read, path != null, database.rules().all(), Map.of());
  }

  /**
   * Reads all rules.
   *
   * @param file the rule file, or null when there is none
   * @param stores the names of the stores that rules may name
   * @param inForce receives every later book
   * @throws com.throttlex.rules.InvalidRuleFileException when the file is wrong
   * @throws InvalidRulesException when file and database contradict each other
   */
  public static ManagedRules open(
      @Nullable Path file, Set<String> stores, Database database, Consumer<RuleBook> inForce) {
    ManagedRules rules = new ManagedRules(file, stores, database, inForce, /* shared= */ false);
    rules.now = rules.now.complete();
    return rules;
  }

  /**
   * Reads all rules of a database that other nodes change too. Its rules that contradict the file
   * are not in force, and {@link #problem} reports them.
   *
   * @param file the rule file, or null when there is none
   * @param stores the names of the stores that rules may name
   * @param inForce receives every later book
   * @throws com.throttlex.rules.InvalidRuleFileException when the file is wrong
   */
  public static ManagedRules openShared(
      @Nullable Path file, Set<String> stores, Database database, Consumer<RuleBook> inForce) {
    ManagedRules rules = new ManagedRules(file, stores, database, inForce, /* shared= */ true);
    warn(rules.now.problems());
    return rules;
  }

  /** The rules in force. */
  public RuleBook book() {
    return now.book();
  }

  /** Returns all rules and other parts of the book at one moment. */
  public RuleListing listing() {
    RuleListing current = RuleListing.of(now, listing, file.modifiedAt());
    listing = current;
    return current;
  }

  /** Returns all rules: those of the file in its order, then those of the database by id. */
  public List<ManagedRule> all() {
    return listing().rules();
  }

  /** Returns the rule with that id. */
  public Optional<ManagedRule> find(String id) {
    return listing().find(id);
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
    Composition next = json == null ? now : with(ManagedRule.parse(json, id));
    StoredRule stored =
        doubts.write(id, () -> database.rules().rollBack(id, toVersion, version, change));
    return keep(stored, ManagedRule.parse(stored.json(), id), next);
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
    changed.accept(List.of(id));
  }

  /**
   * Replaces all rules of the database, and without a rule file also the other parts of the book:
   * all or nothing, as one change.
   *
   * @param condition gets the entity tag of the book that is replaced, and may throw
   * @param dryRun whether to check and compare only
   * @throws ReadOnlyRuleException when it changes a part of the rule file
   * @throws InvalidRulesException with every problem of the book
   */
  public synchronized BookResult replace(
      SentBook book, Consumer<String> condition, boolean dryRun, Change change) {
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      reload();
      condition.accept(listing().etag());
      BookPlan plan = new BookPlan(now, file.path() != null, book);
      if (dryRun || plan.isEmpty() || store(plan, change)) {
        return new BookResult(plan.difference(), revision, listing().etag());
      }
    }
    throw new ConcurrentModificationException(
        "rules: changed by others meanwhile, " + ATTEMPTS + " times (expected: retry later)");
  }

  /** Stores a change and puts it into force; returns false if another change was first. */
  private boolean store(BookPlan plan, Change change) {
    String detail = plan.difference().summary();
    Optional<ReplacedRules> stored =
        doubts.write(
            plan.ids(),
            () ->
                database
                    .rules()
                    .replaceAll(revision, plan.contents(), plan.deleted(), detail, change));
    stored.ifPresent(
        done -> {
          revision = done.revision();
          putIntoForce(plan.composition(done.written()));
          changed.accept(plan.ids());
        });
    return stored.isPresent();
  }

  /** Returns why a rule of the database cannot be in force together with the others. */
  public List<RuleProblem> problems(Rule rule) {
    Composition before = now;
    try {
      before.with(rule).after(before, rule.id());
      return List.of();
    } catch (InvalidRulesException e) {
      return e.problems();
    }
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
    file.refresh(read -> putIntoForce(now.with(read).after(now, "")));
  }

  /** Returns why the present rule file, or a rule of the database, is not in force; or null. */
  public @Nullable String problem() {
    List<String> problems = new ArrayList<>();
    Optional.ofNullable(file.problem()).ifPresent(problems::add);
    now.problems().forEach(problem -> problems.add("not in force: " + problem));
    return problems.isEmpty() ? null : String.join("; ", problems);
  }

  /** The names of the stores that rules may name; null if they are not known. */
  public @Nullable Set<String> stores() {
    return now.file().stores();
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
    doubts.settle(this::reload, id -> changed.accept(List.of(id)));
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
    Composition next =
        Composition.read(now.file(), file.path() != null, database.rules().all(), now.kept());
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

  /** Registers a listener for the ids of rules that a change here has changed. */
  void onChange(Consumer<List<String>> changed) {
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
    changed.accept(List.of(stored.id()));
    return managed;
  }

  private void putIntoForce(Composition next) {
    now = next;
    inForce.accept(next.book());
  }
}
