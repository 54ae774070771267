package com.throttlex.server.rules;

import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.StoredOverride;
import com.throttlex.jdbc.UserChange;
import com.throttlex.request.ShownText;
import com.throttlex.rule.CompiledRule;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tiers and overrides of users, stored in the database and in force in the engine.
 *
 * <p>A change is stored first, then put into force. One change at a time; every method may block.
 */
public final class ManagedUsers {
  private static final Logger LOG = LoggerFactory.getLogger(ManagedUsers.class);

  private final Database database;
  private final ThrottleX throttlex;
  private volatile BiConsumer<String, @Nullable String> changed = (user, rule) -> {};
  private final Doubts<Given> doubts;
  private long revision;

  /** A tier of a user, or an override under a rule. */
  private record Given(String user, @Nullable String rule) {}

  private ManagedUsers(Database database, ThrottleX throttlex) {
    this.database = database;
    this.doubts = new Doubts<>(database);
    this.throttlex = throttlex;
  }

  /** Reads all tiers and overrides, and puts them into force. */
  public static ManagedUsers open(Database database, ThrottleX throttlex, Instant now) {
    ManagedUsers users = new ManagedUsers(database, throttlex);
    users.revision = database.users().revision();
    database.users().tiers().forEach(throttlex::tier);
    users.reapply(now);
    return users;
  }

  /**
   * Puts all overrides into force again. Call it after a change of rules, because the rule of an
   * override may exist again.
   */
  public synchronized void reapply(Instant now) {
    database.users().overrides(now).forEach(this::apply);
  }

  /** Puts an override into force; returns false if no rule supports it any more. */
  private boolean apply(StoredOverride override) {
    try {
      throttlex.override(
          override.user(), override.rule(), rates(override.limits()), override.expiresAt());
      return true;
    } catch (IllegalArgumentException e) {
      LOG.info("override of {}: not in force: {}", override.rule(), e.getMessage());
      return false;
    }
  }

  private static List<Rate> rates(List<String> limits) {
    return limits.stream().map(Rate::parse).toList();
  }

  /**
   * Sets a user's tier.
   *
   * @throws IllegalArgumentException when the rules have no such tier
   */
  public void tier(String user, String tier, Change change) {
    tier(user, tier, List.of(), List.of(), change);
  }

  /**
   * Sets a user's tier and some overrides, and removes others, all or nothing.
   *
   * @param removed the rules of the overrides to remove
   * @throws IllegalArgumentException when the rules have no such tier
   */
  public synchronized void tier(
      String user,
      String tier,
      List<StoredOverride> overrides,
      List<String> removed,
      Change change) {
    requireTier(tier);
    List<@Nullable String> rules = new ArrayList<>(removed);
    overrides.forEach(override -> rules.add(override.rule()));
    rules.add(null);
    List<Given> given = rules.stream().map(rule -> new Given(user, rule)).toList();
    doubts.write(
        given,
        () -> {
          database.users().put(user, tier, overrides, removed, change);
          return given;
        });
    throttlex.tier(user, tier);
    overrides.forEach(this::apply);
    removed.forEach(rule -> throttlex.removeOverride(user, rule));
    given.forEach(each -> changed.accept(user, each.rule()));
  }

  private void requireTier(String tier) {
    List<String> tiers = throttlex.rules().tiers();
    if (!tiers.contains(tier)) {
      throw new IllegalArgumentException("tier: " + tier + " (expected: one of " + tiers + ")");
    }
  }

  private void put(Given given, Runnable change) {
    doubts.write(
        given,
        () -> {
          change.run();
          return given;
        });
  }

  /** Removes a user's tier; returns false if there is none. */
  public synchronized boolean removeTier(String user, Change change) {
    Given given = new Given(user, null);
    boolean removed = doubts.write(given, () -> database.users().removeTier(user, change));
    throttlex.removeTier(user);
    changed.accept(user, null);
    return removed;
  }

  /** Returns all reasons why the rule cannot have these limits as an override. */
  public List<String> problems(String rule, List<String> limits) {
    List<String> problems = new ArrayList<>();
    CompiledRule compiled = throttlex.rules().rule(rule);
    if (compiled == null) {
      problems.add("rule: " + ShownText.quoted(rule) + " (expected: the id of a rule)");
    } else if (!compiled.countsByUser()) {
      String expected = "a rule that counts by user, not by " + compiled.parts();
      problems.add("rule: " + rule + " (expected: " + expected + ")");
    }
    for (String limit : limits) {
      try {
        Rate rate = Rate.parse(limit);
        if (compiled != null) {
          Limit.of(compiled.rule().algorithm(), rate);
        }
      } catch (IllegalArgumentException e) {
        problems.add("limits: " + e.getMessage());
      }
    }
    return problems;
  }

  /**
   * Sets an override of a user under a rule.
   *
   * @throws IllegalArgumentException when there is no such rule, or it cannot have such limits
   */
  public synchronized void override(StoredOverride override) {
    List<String> problems = problems(override.rule(), override.limits());
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", problems));
    }
    Given given = new Given(override.user(), override.rule());
    put(given, () -> database.users().putOverride(override));
    apply(override);
    changed.accept(override.user(), override.rule());
  }

  /** Returns whether these are the limits of the override. */
  public static boolean isFor(StoredOverride override, List<Limit> limits) {
    return limits.stream().map(Limit::rate).toList().equals(rates(override.limits()));
  }

  /** Removes all overrides of a user; returns how many there were. */
  public synchronized int removeOverrides(String user, Change change) {
    List<Given> given =
        database.users().overrides(user).stream().map(o -> new Given(user, o.rule())).toList();
    List<String> rules = doubts.write(given, () -> database.users().removeOverrides(user, change));
    for (String rule : rules) {
      throttlex.removeOverride(user, rule);
      changed.accept(user, rule);
    }
    return rules.size();
  }

  /** Removes an override; returns false if there is none. */
  public synchronized boolean removeOverride(String user, String rule, Change change) {
    Given given = new Given(user, rule);
    boolean removed =
        doubts.write(given, () -> database.users().removeOverride(user, rule, change));
    throttlex.removeOverride(user, rule);
    changed.accept(user, rule);
    return removed;
  }

  /** Returns the overrides of a user that are in force now. */
  public List<StoredOverride> overrides(String user, Instant now) {
    return database.users().overrides(user).stream()
        .filter(override -> override.expiresAt().isAfter(now))
        .toList();
  }

  /**
   * Resolves changes that were in doubt, if there are any.
   *
   * @throws com.throttlex.jdbc.DatabaseException when the database is still failing
   */
  public void settle(Instant now) {
    doubts.settle(() -> reload(now), given -> changed.accept(given.user(), given.rule()));
  }

  /** Reloads changes that others made in the database. */
  synchronized void reload(Instant now) {
    long current = database.users().revision();
    if (current != revision) {
      database.users().changesAfter(revision).forEach(change -> follow(change, now));
      revision = current;
    }
  }

  private void follow(UserChange change, Instant now) {
    StoredOverride override = change.override();
    if (change.rule() != null) {
      if (override == null || !override.expiresAt().isAfter(now) || !apply(override)) {
        throttlex.removeOverride(change.user(), change.rule());
      }
    } else if (change.given().isEmpty()) {
      throttlex.removeTier(change.user());
    } else {
      throttlex.tier(change.user(), change.given().get(0));
    }
  }

  /** Returns the last change of every tier and override. */
  List<UserChange> latest() {
    return database.users().latest();
  }

  /** Returns the last change of a user's tier, or of the override under a rule. */
  Optional<UserChange> latest(String user, @Nullable String rule) {
    return database.users().latest(user, rule);
  }

  /** Stores changes of other nodes, and puts them into force. */
  synchronized void adopt(List<UserChange> changes, Instant now) {
    database.users().adopt(changes, SharedUsers.ORDER);
    reload(now);
  }

  /** Registers a listener for all changes that are made here. */
  void onChange(BiConsumer<String, @Nullable String> changed) {
    this.changed = changed;
  }
}
