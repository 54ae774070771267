package com.throttlex.server.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Rate;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.StoredRule;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Preamble;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole book in a database without a rule file, and with one that contradicts it. */
class ManagedBookTest {
  private static final Change CHANGE = new Change("ada", Instant.parse("2026-11-15T12:00:00Z"));
  private static final Preamble TIERS = new Preamble(List.of("free", "pro"), Fallback.DENY);

  @TempDir Path folder;
  private final List<RuleBook> inForce = new ArrayList<>();
  private Database database;
  private ManagedRules rules;

  @BeforeEach
  void open() {
    database = Database.open("jdbc:sqlite:" + folder.resolve("rules.db"));
    rules = ManagedRules.open(null, Set.of("default"), database, inForce::add);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Rule rule(String id) {
    return Rule.builder(id).limits("1/1s").build();
  }

  private static Rule ofTier(String id) {
    return Rule.builder(id)
        .limits("free", List.of(Rate.parse("1/1s")))
        .limits("pro", List.of(Rate.parse("5/1s")))
        .build();
  }

  private static BookResult replace(ManagedRules rules, Preamble preamble, Rule... sent) {
    return rules.replace(new SentBook(preamble, List.of(sent)), etag -> {}, false, CHANGE);
  }

  @Test
  void otherParts_withoutAFile_areThoseOfTheBookAfterARestartToo() {
    Rule ofTier = ofTier("r");

    BookResult result = replace(rules, TIERS, ofTier);

    assertThat(result.difference().before()).isNotEqualTo(TIERS);
    assertThat(rules.book().preamble()).isEqualTo(TIERS);
    assertThat(inForce).hasSize(1);
    ManagedRules again = ManagedRules.open(null, Set.of("default"), database, inForce::add);
    assertThat(again.book().preamble()).isEqualTo(TIERS);
    assertThat(again.book().rules()).containsExactly(ofTier);
    assertThat(again.listing().etag()).isEqualTo(rules.listing().etag()).isEqualTo(result.etag());
    assertThat(again.all()).extracting(rule -> rule.rule().id()).containsExactly("r");
  }

  @Test
  void otherParts_thatRulesStillNeed_cannotBeRemoved() {
    Rule ofTier = ofTier("r");
    replace(rules, TIERS, ofTier);

    assertThatThrownBy(() -> replace(rules, new Preamble(List.of(), Fallback.DENY), ofTier))
        .isInstanceOf(InvalidRulesException.class);
    assertThat(rules.book().preamble()).isEqualTo(TIERS);
    assertThat(database.rules().revision()).isEqualTo(1);
  }

  @Test
  void otherParts_ofTheDatabase_giveWayToARuleFile() throws IOException {
    replace(rules, TIERS, rule("r"));
    Path file = folder.resolve("rules.yml");
    Files.writeString(file, "version: 1\ntiers: [a]\n");

    ManagedRules withFile = ManagedRules.open(file, Set.of("default"), database, inForce::add);

    assertThat(withFile.book().tiers()).containsExactly("a");
    assertThatThrownBy(() -> replace(withFile, TIERS, rule("r")))
        .isInstanceOf(ReadOnlyRuleException.class)
        .hasMessageStartingWith("default-rule, tiers: changed");
  }

  @Test
  void singleRules_afterABook_areChangedUnderItsOtherParts() {
    replace(rules, TIERS, rule("a"), rule("b"));

    rules.create(ofTier("c"), CHANGE);
    rules.delete("a", null, CHANGE);
    rules.reload();

    assertThat(rules.book().preamble()).isEqualTo(TIERS);
    assertThat(rules.book().rules()).extracting(Rule::id).containsExactly("b", "c");
  }

  @Test
  void book_replacesRowsThatCannotBeRead() {
    database.rules().create("broken", "{\"id\":\"broken\"}", CHANGE);
    database.rules().create("mended", "{", CHANGE);
    ManagedRules shared = ManagedRules.openShared(null, Set.of("default"), database, inForce::add);

    BookResult result = replace(shared, TIERS, rule("mended"));

    assertThat(result.difference().removed()).containsExactly("broken");
    assertThat(result.difference().changed())
        .containsExactly(
            new BookDifference.Changed("mended", null, "{\"id\":\"mended\",\"limits\":\"1/1s\"}"));
    assertThat(shared.problem()).isNull();
  }

  @Test
  void storedDefaultRule_inAStoreThatThisNodeLacks_isAProblemAndStopsNoOtherRule() {
    ManagedRules both = ManagedRules.open(null, Set.of("default", "redis"), database, inForce::add);
    replace(
        both,
        RuleFile.parse("version: 1\ndefault-rule: {limits: 1/1s, store: redis}\n", "book")
            .preamble(),
        rule("r"));

    ManagedRules one = ManagedRules.openShared(null, Set.of("default"), database, inForce::add);

    assertThat(one.problem()).contains("redis");
    assertThat(one.book().rules()).extracting(Rule::id).containsExactly("r");
  }

  @Test
  void storedRuleWithTheIdOfAFileRule_staysForTheOtherNodes() throws IOException {
    replace(rules, rules.book().preamble(), rule("f"), rule("g"));
    Path file = folder.resolve("rules.yml");
    Files.writeString(file, "version: 1\nrules:\n  - {id: f, limits: 9/1s}\n");
    ManagedRules withFile =
        ManagedRules.openShared(file, Set.of("default"), database, inForce::add);

    BookResult result = replace(withFile, withFile.book().preamble(), rule("h"));

    assertThat(result.difference().removed()).containsExactly("g");
    assertThat(database.rules().all()).extracting(StoredRule::id).containsExactly("f", "h");
    assertThat(withFile.book().rules()).extracting(Rule::id).containsExactly("f", "h");
    assertThat(withFile.problem()).contains("rule f: id: f (expected: in file or database only)");
  }

  @Test
  void reload_afterABookOfAnotherNode_isOneChange() {
    ManagedRules other = ManagedRules.openShared(null, Set.of("default"), database, book -> {});
    replace(other, TIERS, rule("a"), rule("b"), rule("c"));

    rules.reload();

    assertThat(inForce).hasSize(1);
    assertThat(rules.book().rules()).hasSize(3);
    assertThat(rules.book().preamble()).isEqualTo(TIERS);
    replace(rules, TIERS, rule("a"));
    other.reload();
    assertThat(other.book().rules()).containsExactly(rule("a"));
  }
}
