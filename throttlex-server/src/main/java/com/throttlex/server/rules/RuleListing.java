package com.throttlex.server.rules;

import com.throttlex.key.KeyHash;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All rules of file and database at one moment, and the entity tag of the whole book. */
public final class RuleListing {
  private final Composition composition;
  private final List<ManagedRule> ofFile;
  private final Map<String, ManagedRule> rules = new LinkedHashMap<>();
  private final String etag;

  private RuleListing(Composition composition, List<ManagedRule> ofFile) {
    this.composition = composition;
    this.ofFile = ofFile;
    ofFile.forEach(rule -> rules.put(rule.rule().id(), rule));
    composition.kept().values().stream()
        .filter(rule -> composition.file().rule(rule.rule().id()) == null)
        .forEach(rule -> rules.put(rule.rule().id(), rule));
    etag = tag();
  }

  /**
   * Lists the rules; those that did not change are taken from an earlier listing.
   *
   * @param fileTime when the rule file was changed last
   */
  @SuppressWarnings("ReferenceEquality") // comparing all rules would cost more than listing them
  static RuleListing of(Composition composition, @Nullable RuleListing before, Instant fileTime) {
    if (before != null && before.composition == composition) {
      return before;
    }
    RuleBook file = composition.file();
    return new RuleListing(
        composition,
        before != null && before.composition.file() == file
            ? before.ofFile
            : file.rules().stream().map(rule -> ManagedRule.ofFile(rule, fileTime)).toList());
  }

  private String tag() {
    KeyHash hash = KeyHash.stable().add(RuleFile.toMap(preamble()).toString());
    rules.forEach((id, rule) -> hash.add(id).add(Long.toString(rule.version())).add(rule.json()));
    return "\"b" + HexFormat.of().toHexDigits(hash.end().lo()) + "\"";
  }

  /** Returns all rules: those of the file in its order, then those of the database by id. */
  public List<ManagedRule> rules() {
    return new ArrayList<>(rules.values());
  }

  /** Returns the rule with that id. */
  public Optional<ManagedRule> find(String id) {
    return Optional.ofNullable(rules.get(id));
  }

  /** Returns the parts of the book other than its rules. */
  public Preamble preamble() {
    return composition.book().preamble();
  }

  /** Returns the entity tag of the book; it differs whenever a rule or another part does. */
  public String etag() {
    return etag;
  }
}
