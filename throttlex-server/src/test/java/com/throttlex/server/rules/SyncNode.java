package com.throttlex.server.rules;

import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.StoredOverride;
import com.throttlex.redis.Redis;
import com.throttlex.redis.RedisRuleCache;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node of a test: a rule file, a database, a connection to Redis and what keeps them alike. */
final class SyncNode implements AutoCloseable {
  static final String FILE =
      "version: 1\ntiers: [free, pro]\nrules:\n  - {id: f, limits: 1/1s}\n  - {id: u, key: user, limits: 5/1s}\n";

  private final String name;
  private final TimeSource clock;
  private final Path file;
  private final ThrottleX throttlex;
  final Database database;
  final ManagedRules rules;
  final ManagedUsers users;
  final Redis redis;
  final RuleSync sync;

  /**
   * Starts a node, or starts one again.
   *
   * @param databaseName nodes that name the same one share it
   */
  SyncNode(Path folder, String name, String databaseName, String redisUrl, TimeSource clock) {
    this.name = name;
    this.clock = clock;
    file = folder.resolve(name + ".yml");
    if (Files.notExists(file)) {
      file(FILE);
    }
    database = Database.open("jdbc:sqlite:" + folder.resolve(databaseName + ".db"));
    rules = ManagedRules.openShared(file, Set.of("default"), database, this::inForce);
    throttlex = ThrottleX.of(rules.book(), new MemoryStore(), clock);
    users = ManagedUsers.open(database, throttlex, clock.now());
    redis = Redis.open(redisUrl);
    sync = RuleSync.start(new RedisRuleCache(redis), rules, users, clock);
  }

  private void inForce(RuleBook book) {
    throttlex.rules(book);
    users.reapply(clock.now());
  }

  /** Replaces the rule file. */
  void file(String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Change change() {
    return new Change("admin-of-" + name, clock.now());
  }

  void create(String id, String limit) {
    rules.create(rule(id, limit), change());
  }

  void update(String id, String limit) {
    rules.update(rule(id, limit), null, change());
  }

  void delete(String id) {
    rules.delete(id, null, change());
  }

  static Rule rule(String id, String limit) {
    return Rule.builder(id).limits(limit).build();
  }

  /** The limits in force, by rule. */
  Map<String, String> limits() {
    Map<String, String> limits = new TreeMap<>();
    throttlex.rules().rules().forEach(rule -> limits.put(rule.id(), limit(rule)));
    return limits;
  }

  private static String limit(Rule rule) {
    return rule.limits().values().iterator().next().get(0).toString();
  }

  void tier(String user, String tier) {
    users.tier(user, tier, change());
  }

  @Nullable String tier(String user) {
    return throttlex.tier(user);
  }

  /** Gives an override of the rule {@code u} for an hour. */
  void override(String user, String limit) {
    override(user, "u", limit);
  }

  void override(String user, String rule, String limit) {
    Change change = change();
    Instant end = change.at().plus(Duration.ofHours(1));
    users.override(
        new StoredOverride(user, rule, List.of(limit), end, change.actor(), change.at()));
  }

  /** The limit of the rule {@code u} for the user. */
  String limit(String user) {
    return limit(user, "u");
  }

  String limit(String user, String rule) {
    return throttlex.limits(user, null, rule).get(0).rate().toString();
  }

  boolean has(String id, String limit) {
    return limit.equals(limits().get(id));
  }

  boolean lacks(String id) {
    return !limits().containsKey(id);
  }

  @Override
  public String toString() {
    return name
        + limits()
        + " "
        + database.rules().latest()
        + " "
        + database.users().latest()
        + " "
        + rules.problem()
        + " "
        + sync.problem();
  }

  @Override
  public void close() {
    sync.close();
    redis.close();
    database.close();
  }
}
