package com.throttlex.server.rules;

import com.throttlex.Answers;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.RuleVersion;
import com.throttlex.jdbc.StoredRule;
import com.throttlex.provider.RuleCache;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The rules of a service that has no rule file. */
public final class SampleRules {
  private static final Logger LOG = LoggerFactory.getLogger(SampleRules.class);
  private static final String RESOURCE = "sample-rules.yml";
  private static final String ACTOR = "sample";

  private SampleRules() {}

  /** Returns the sample book without its rules, for rules that may name these stores. */
  static RuleBook preamble(Set<String> stores) {
    return RuleBook.of(book().preamble(), List.of(), stores);
  }

  private static RuleBook book() {
    try (InputStream sample = SampleRules.class.getResourceAsStream(RESOURCE)) {
      if (sample == null) {
        throw new IllegalStateException(RESOURCE + ": missing (expected: a resource)");
      }
      return RuleFile.parse(new String(sample.readAllBytes(), StandardCharsets.UTF_8), RESOURCE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes the sample rules if there is no rule file and no other node has rules; removes them if
   * there is a rule file that only this node uses.
   */
  public static void prepare(
      Database database, @Nullable Path ruleFile, @Nullable RuleCache cache, Instant now) {
    if (ruleFile == null && (cache == null || isEmpty(cache))) {
      writeTo(database, now);
    } else if (ruleFile != null && cache == null && !database.isShared()) {
      removeFrom(database, now);
    }
  }

  /** Returns whether no other node has rules in its database. */
  private static boolean isEmpty(RuleCache cache) {
    try {
      return Answers.await(cache.all()).entries().isEmpty();
    } catch (RuntimeException e) {
      LOG.info("sample rules: not written, because the store is unavailable: {}", e.toString());
      return false;
    }
  }

  /**
   * Writes the sample rules to a database that never had a rule, all or none. So a rule that was
   * deleted does not come back.
   */
  private static void writeTo(Database database, Instant now) {
    if (database.rules().revision() > 0 || !database.rules().latest().isEmpty()) {
      return;
    }
    List<RuleVersion> created = book().rules().stream().map(rule -> created(rule, now)).toList();
    database.rules().adopt(created, SharedRules.ORDER);
    LOG.info("database: {} sample rules written, because it had no rule", created.size());
  }

  /**
   * Removes the sample rules that nobody has changed, because a rule file takes their place. They
   * do not come back.
   */
  private static void removeFrom(Database database, Instant now) {
    for (StoredRule rule : database.rules().all()) {
      if (rule.version() == 1 && rule.actor().equals(ACTOR)) {
        database.rules().delete(rule.id(), rule.version(), new Change(ACTOR, now));
        LOG.info("database: sample rule {} removed, because there is a rule file", rule.id());
      }
    }
  }

  private static RuleVersion created(Rule rule, Instant now) {
    return new RuleVersion(
        rule.id(), 1, RuleVersion.Action.CREATED, ACTOR, now, ManagedRule.json(rule), null);
  }
}
