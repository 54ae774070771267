package com.throttlex.server.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.jdbc.AlreadyExistsException;
import com.throttlex.jdbc.Change;
import com.throttlex.jdbc.Database;
import com.throttlex.jdbc.NotFoundException;
import com.throttlex.jdbc.VersionConflictException;
import com.throttlex.rule.InvalidRulesException;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.InvalidRuleFileException;
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

class ManagedRulesTest {
  private static final Change CHANGE = new Change("ada", Instant.parse("2026-11-15T12:00:00Z"));
  private static final String FILE = "version: 1\nrules:\n  - {id: f, limits: 1/1s}\n";

  @TempDir Path folder;
  private final List<RuleBook> inForce = new ArrayList<>();
  private Database database;
  private ManagedRules rules;

  @BeforeEach
  void open() throws IOException {
    database = Database.open("jdbc:sqlite:" + folder.resolve("rules.db"));
    write(FILE);
    rules = reopened();
  }

  @AfterEach
  void close() {
    database.close();
  }

  private ManagedRules reopened() {
    return ManagedRules.open(file(), Set.of("default"), database, inForce::add);
  }

  private Path file() {
    return folder.resolve("rules.yml");
  }

  private void write(String text) throws IOException {
    Files.writeString(file(), text);
  }

  private static Rule rule(String id, String limit) {
    return Rule.builder(id).limits(limit).build();
  }

  private static List<String> ids(RuleBook book) {
    return book.rules().stream().map(Rule::id).toList();
  }

  private RuleBook last() {
    return inForce.get(inForce.size() - 1);
  }

  @Test
  void fileAndDatabaseMakeOneBook_thatIsTheSameAfterARestart() {
    rules.create(rule("d", "2/1s"), CHANGE);

    assertThat(ids(rules.book())).containsExactly("f", "d");
    assertThat(last()).isSameAs(rules.book());
    assertThat(ids(reopened().book())).containsExactly("f", "d");
    assertThat(rules.find("f").orElseThrow().source()).isEqualTo(ManagedRule.Source.FILE);
    assertThat(rules.find("d").orElseThrow().source()).isEqualTo(ManagedRule.Source.API);
    assertThat(rules.find("x")).isEmpty();
  }

  @Test
  void bookOfFileAndDatabase_keepsWhatTheFileSaysBesidesRules() throws IOException {
    String file =
        """
        version: 1
        tiers: [free, pro]
        priorities: [{header: x-class}]
        adaptive: {growth: 1.5}
        rules:
          - {id: f, limits: 1/1s}
        """;
    write(file);
    rules.refresh();
    rules.create(rule("d", "2/1s"), CHANGE);

    assertThat(ids(last())).containsExactly("f", "d");
    assertThat(last().preamble()).isEqualTo(RuleFile.parse(file, "test").preamble());

    write(file.replace("x-class", "x-other-class"));
    rules.refresh();

    assertThat(ids(last())).containsExactly("f", "d");
    assertThat(last().countedHeaders()).containsExactly("x-other-class");
  }

  @Test
  void book_withoutAFile_hasOnlyTheRulesOfTheDatabase() {
    rules.create(rule("d", "2/1s"), CHANGE);

    ManagedRules none = ManagedRules.open(null, Set.of("default"), database, inForce::add);

    assertThat(ids(none.book())).containsExactly("d");
    none.refresh();
    assertThat(none.problem()).isNull();
  }

  @Test
  void changedFileIsReadAgain_unchangedOneIsNot() throws IOException {
    rules.refresh();
    assertThat(inForce).isEmpty();

    write(FILE + "  - {id: g, limits: 1/1s}\n");
    rules.refresh();

    assertThat(ids(last())).containsExactly("f", "g");
    assertThat(rules.problem()).isNull();
  }

  @Test
  void wrongFileKeepsTheRulesBefore_andSaysWhy() throws IOException {
    write("version: 1\nrules:\n  - {id: f, limits: often}\n");
    rules.refresh();

    assertThat(inForce).isEmpty();
    assertThat(ids(rules.book())).containsExactly("f");
    assertThat(rules.problem()).contains("rules.yml:3", "often");

    write(FILE + "# right again\n");
    rules.refresh();

    assertThat(rules.problem()).isNull();
  }

  @Test
  void refresh_withAMissingFile_keepsTheOldRules() throws IOException {
    Files.delete(file());
    rules.refresh();

    assertThat(ids(rules.book())).containsExactly("f");
    assertThat(rules.problem()).isNotNull();
  }

  @Test
  void idInFileAndDatabaseIsRefused_untilOneOfThemIsGone() throws IOException {
    rules.create(rule("d", "2/1s"), CHANGE);
    write(FILE + "  - {id: d, limits: 9/1s}\n");

    rules.refresh();

    assertThat(rules.problem()).contains("d", "file or database only");
    assertThat(ids(rules.book())).containsExactly("f", "d");
    assertThatThrownBy(this::reopened).isInstanceOf(InvalidRulesException.class);
    rules.delete("d", null, CHANGE);
    rules.refresh();
    assertThat(rules.problem()).isNull();
    assertThat(rules.find("d").orElseThrow().source()).isEqualTo(ManagedRule.Source.FILE);
  }

  @Test
  void open_withAWrongFile_isRefused() throws IOException {
    write("version: 2\n");

    assertThatThrownBy(this::reopened).isInstanceOf(InvalidRuleFileException.class);
  }

  @Test
  void change_ofAFileRule_isRefused() {
    Rule other = rule("f", "2/1s");

    assertThatThrownBy(() -> rules.create(other, CHANGE)).isInstanceOf(ReadOnlyRuleException.class);
    assertThatThrownBy(() -> rules.update(other, null, CHANGE))
        .isInstanceOf(ReadOnlyRuleException.class);
    assertThatThrownBy(() -> rules.delete("f", null, CHANGE))
        .isInstanceOf(ReadOnlyRuleException.class);
    assertThatThrownBy(() -> rules.rollBack("f", 1, null, CHANGE))
        .isInstanceOf(ReadOnlyRuleException.class);
  }

  @Test
  void change_thatIsRefused_changesNothing() {
    rules.create(rule("d", "2/1s"), CHANGE);
    RuleBook before = rules.book();

    assertThatThrownBy(() -> rules.create(rule("d", "3/1s"), CHANGE))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> rules.update(rule("d", "3/1s"), 7L, CHANGE))
        .isInstanceOf(VersionConflictException.class);
    assertThatThrownBy(() -> rules.update(rule("x", "3/1s"), null, CHANGE))
        .isInstanceOf(NotFoundException.class);
    Rule stranger = Rule.builder("d").limits("3/1s").replaces("gone").build();
    assertThatThrownBy(() -> rules.update(stranger, null, CHANGE))
        .isInstanceOf(InvalidRulesException.class);

    assertThat(rules.book()).isSameAs(before);
    assertThat(rules.history("d")).hasSize(1);
    assertThat(rules.find("x")).isEmpty();
  }

  @Test
  void rollbackBringsBackWhatWas_alsoAfterDeletion() {
    rules.create(rule("d", "2/1s"), CHANGE);
    rules.update(rule("d", "3/1s"), 1L, CHANGE);

    assertThat(rules.rollBack("d", 1, 2L, CHANGE).rule()).isEqualTo(rule("d", "2/1s"));
    rules.delete("d", 3L, CHANGE);
    assertThat(ids(last())).containsExactly("f");
    assertThat(rules.rollBack("d", 2, null, CHANGE).rule()).isEqualTo(rule("d", "3/1s"));

    assertThat(ids(last())).containsExactly("f", "d");
    assertThat(rules.history("d")).hasSize(5);
    assertThatThrownBy(() -> rules.rollBack("d", 4, null, CHANGE))
        .as("a deletion")
        .isInstanceOf(NotFoundException.class);
    assertThatThrownBy(() -> rules.rollBack("d", 99, null, CHANGE))
        .isInstanceOf(NotFoundException.class);
  }

  @Test
  void rollback_toAVersionThatReplacesADeletedRule_isRefused() {
    rules.create(rule("d", "2/1s"), CHANGE);
    rules.create(Rule.builder("e").limits("2/1s").replaces("d").build(), CHANGE);
    rules.update(rule("e", "2/1s"), null, CHANGE);
    rules.delete("d", null, CHANGE);

    assertThatThrownBy(() -> rules.rollBack("e", 1, null, CHANGE))
        .isInstanceOf(InvalidRulesException.class);
    assertThat(rules.find("e").orElseThrow().version()).isEqualTo(2);
  }

  @Test
  void delete_ofARuleThatAnotherReplaces_isRefused() {
    rules.create(rule("d", "2/1s"), CHANGE);
    rules.create(Rule.builder("e").limits("2/1s").replaces("d").build(), CHANGE);

    assertThatThrownBy(() -> rules.delete("d", null, CHANGE))
        .isInstanceOf(InvalidRulesException.class)
        .hasMessageContaining("replaces");
    assertThat(ids(rules.book())).containsExactly("f", "d", "e");
  }

  @Test
  void refresh_withoutAFileRuleThatAnotherReplaces_isRefused() throws IOException {
    rules.create(Rule.builder("e").limits("2/1s").replaces("f").build(), CHANGE);
    write("version: 1\n");

    rules.refresh();

    assertThat(rules.problem()).contains("replaces");
    assertThat(ids(rules.book())).containsExactly("f", "e");
  }
}
