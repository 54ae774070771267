package com.throttlex.server.rules;

import com.throttlex.jdbc.StoredRule;
import com.throttlex.key.KeyHash;
import com.throttlex.rule.Rule;
import com.throttlex.rules.RuleFile;
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

  static ManagedRule of(StoredRule stored) {
    return of(stored, RuleFile.parseRule(stored.json(), "rule " + stored.id()));
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
