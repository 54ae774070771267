package com.throttlex.server.rules;

import com.throttlex.jdbc.StoredRule;
import com.throttlex.key.KeyHash;
import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * A rule and its origin.
 *
 * @param rule the rule
 * @param json the rule with the fields of the rule file
 * @param source where it is stored
 * @param version counts its changes; 0 for a rule of the file
 * @param actor who changed it last, or null for a rule of the file
 * @param changedAt when it was changed last; when the file was, for a rule of the file
 * @param createdAt when it was created; when the file was changed last, for a rule of the file
 */
public record ManagedRule(
    Rule rule,
    String json,
    Source source,
    long version,
    @Nullable String actor,
    Instant changedAt,
    Instant createdAt) {

  /** The place where a rule is stored. */
  public enum Source {
    /** In the rule file; it can only be changed there. */
    FILE,
    /** In the database; it is changed over the admin plane. */
    API
  }

  static ManagedRule ofFile(Rule rule, Instant fileTime) {
    return new ManagedRule(rule, json(rule), Source.FILE, 0, null, fileTime, fileTime);
  }

  /** Returns a rule that is not stored yet. */
  static ManagedRule unstored(Rule rule) {
    return new ManagedRule(rule, json(rule), Source.API, 0, null, Instant.EPOCH, Instant.EPOCH);
  }

  /**
   * Parses a stored rule.
   *
   * @throws com.throttlex.rules.InvalidRuleFileException with all problems, if there are any
   */
  static ManagedRule of(StoredRule stored) {
    return of(stored, parse(stored.json(), stored.id()));
  }

  /** Parses a stored text; as JSON, because that is many times faster than as a rule file. */
  static Rule parse(String json, String id) {
    try {
      return RuleFile.ruleOf(new JsonObject(json).getMap(), "rule " + id);
    } catch (DecodeException e) {
      return RuleFile.parseRule(json, "rule " + id);
    }
  }

  static ManagedRule of(StoredRule stored, Rule rule) {
    return new ManagedRule(
        rule,
        json(rule),
        Source.API,
        stored.version(),
        stored.actor(),
        stored.changedAt(),
        stored.createdAt());
  }

  /** Returns this rule as it was stored. */
  ManagedRule stored(StoredRule stored) {
    return new ManagedRule(
        rule,
        json,
        Source.API,
        stored.version(),
        stored.actor(),
        stored.changedAt(),
        stored.createdAt());
  }

  /** Returns whether this is that stored rule, so that it need not be parsed again. */
  boolean is(StoredRule stored) {
    return version == stored.version()
        && json.equals(stored.json())
        && stored.actor().equals(actor)
        && stored.changedAt().equals(changedAt);
  }

  static String json(Rule rule) {
    return new JsonObject(RuleFile.toMap(rule)).encode();
  }

  /** Returns the entity tag; it differs whenever the rule does. */
  public String etag() {
    if (source == Source.API) {
      return "\"" + version + "\"";
    }
    return "\"f" + HexFormat.of().toHexDigits(KeyHash.stable().add(json).end().lo()) + "\"";
  }
}
