package com.throttlex.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.KeyPart;
import com.throttlex.rule.Match;
import com.throttlex.rule.Matching;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.yaml.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the import of files of Envoy's rate limit service. */
class EnvoyRulesTest {
  private static final String ONE = "{unit: day, requests_per_unit: 1, name: default name}";
  private static final String EXAMPLE =
      """
      domain: mongo_cps
      descriptors:
        - key: database
          value: users
          rate_limit: {unit: second, requests_per_unit: 500, name: users}
          descriptors:
            - key: table
              rate_limit: {unit: WEEK, requests_per_unit: 7, name: not an id}
            - key: table
              value: "a/b"
              shadow_mode: true
              rate_limit: {unit: Month, requests_per_unit: 9, name: users}
        - key: database
          rate_limit:
            unit: year
            requests_per_unit: 12
            name: any
            replaces: [{name: users}, {name: nobody}]
        - key: database
          value: free
        - key: open
          rate_limit: {unlimited: true}
        - key: fast
          rate_limit: {unit: second, requests_per_unit: 4294967295}
        - key: banned
          rate_limit: {unit: day, requests_per_unit: 0}
        - key: path
          value: /api/*
          rate_limit: {unit: minute, requests_per_unit: 1}
        - key: metered
          quota_mode: true
          detailed_metric: true
          value_to_metric: false
          share_threshold: true
          metadata: {a: [b]}
          rate_limit: {unit: minute, requests_per_unit: 1}
        - key: node
          descriptors:
            - key: node
              descriptors:
                - {key: node, value: n, rate_limit: {unit: hour, requests_per_unit: 3}}
      """;

  private static EnvoyImport example() {
    return EnvoyRules.parse(EXAMPLE, "envoy.yml");
  }

  private static Rule rule(String id) {
    return example().book().rules().stream()
        .filter(r -> r.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static Match match(Map<String, String> attributes) {
    return new Match(null, Set.of(), Set.of("mongo_cps"), attributes, Set.of(), Set.of());
  }

  @Test
  void limit_becomesARuleWithFixedWindows() {
    assertThat(rule("users"))
        .isEqualTo(
            Rule.builder("users")
                .match(match(Map.of("descriptor", "database", "database", "users")))
                .key("global")
                .limits("500/1s")
                .algorithm(Algorithm.FIXED_WINDOW)
                .replaces("any")
                .build());
  }

  @Test
  void key_withoutValue_hasACounterPerValue() {
    Rule tables = rule("mongo_cps.database_users.table");
    assertThat(tables.key()).containsExactly(KeyPart.parse("attribute:table"));
    assertThat(tables.match())
        .isEqualTo(match(Map.of("descriptor", "database/table", "database", "users")));
  }

  @Test
  void repeatedKeys_areNumbered() {
    Rule nodes = rule("mongo_cps.node.node.node_n");
    assertThat(nodes.key()).hasToString("[attribute:node, attribute:node#2]");
    assertThat(nodes.match().attributes())
        .isEqualTo(Map.of("descriptor", "node/node/node", "node#3", "n"));
  }

  @Test
  void rules_areInFileOrderAndNothingElseIsLimited() {
    RuleBook book = example().book();

    assertThat(book.fallback()).isEqualTo(Fallback.ALLOW);
    assertThat(book.rules())
        .extracting(r -> r.id() + " " + r.limits().get(Rule.EVERY_TIER).get(0))
        .containsExactly(
            "users 500/1s",
            "mongo_cps.database_users.table 7/7d",
            "mongo_cps.database_users.table_a-b 9/30d",
            "any 12/365d",
            "mongo_cps.open 4294967295/1m",
            "mongo_cps.fast 1000000000/1s",
            "mongo_cps.metered 1/1m",
            "mongo_cps.node.node.node_n 3/1h",
            "mongo_cps.database_free 4294967295/1m");
    assertThat(rule("mongo_cps.database_free").replaces()).containsExactly("any");
    assertThat(rule("mongo_cps.database_users.table_a-b").mode()).isEqualTo(Mode.SHADOW);
  }

  @Test
  void setting_withoutEquivalent_isReportedWithItsLine() {
    assertThat(example().notEquivalent())
        .extracting(problem -> problem.toString().substring("envoy.yml:".length()))
        .containsExactlyElementsOf(
            lines(
                """
            9: shadow_mode: true \
            (expected: false, as the limit in line 7 is not replaced by one that only reports)
            14: rate_limit.replaces: "users" \
            (expected: the name of limits that this one can replace; others are ignored)
            14: rate_limit.replaces: "nobody" \
            (expected: the name of limits that this one can replace; others are ignored)
            24: rate_limit.requests_per_unit: 4294967295 \
            (expected: at most 1000000000 a second; that is imported)
            26: rate_limit.requests_per_unit: 0 \
            (expected: at least 1, as no rule denies everything; the limit is not imported)
            27: value: "/api/*" \
            (expected: one value, as there are no wildcards; this descriptor and those below are not imported)
            31: quota_mode: "true" \
            (expected: none, as there is no equivalent; it is ignored)
            32: detailed_metric: "true" \
            (expected: none, as there is no equivalent; it is ignored)
            34: share_threshold: "true" \
            (expected: none, as there is no equivalent; it is ignored)
            35: metadata: a map \
            (expected: none, as there is no equivalent; it is ignored)
            """));
  }

  @Test
  void importedRules_writtenAndReadBack_areEqual() {
    RuleBook book = example().book();

    RuleBook again = RuleFile.parse(RuleFile.write(book), "rules.yml");

    assertThat(again.rules()).isEqualTo(book.rules());
    assertThat(again.fallback()).isEqualTo(book.fallback());
    for (long seed = 0; seed < 50; seed++) {
      List<Rule> rules = EnvoyRules.parse(new EnvoyTree(seed, true).yaml(), "f").book().rules();
      String text = RuleFile.write(RuleBook.of(List.of(), Fallback.ALLOW, rules));
      assertThat(RuleFile.parse(text, "f").rules()).isEqualTo(rules);
    }
  }

  @Test
  void file_isReadFromDisk(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("envoy.yml"), EXAMPLE);

    assertThat(EnvoyRules.read(file).book().rules()).isEqualTo(example().book().rules());
    assertThat(EnvoyRules.read(file).notEquivalent())
        .isNotEmpty()
        .allMatch(problem -> problem.file().equals(file.toString()));
  }

  private static List<String> lines(String text) {
    return text.lines().toList();
  }

  @Test
  void limit_withMoreThanEightLessSpecificLimits_isReportedAndNotImported() {
    String text = "domain: d\ndescriptors: [" + everyWay(9) + "]";

    EnvoyImport imported = EnvoyRules.parse(text, "f");

    assertThat(imported.book().rules()).hasSize(511);
    assertThat(imported.notEquivalent())
        .extracting(Problem::expected)
        .containsExactly("at most 8 less specific limits; this is not imported");
  }

  /**
   * Returns a tree with every combination of entries with a value and entries for any value, and a
   * limit at each end.
   */
  private static String everyWay(int depth) {
    String below =
        depth == 1
            ? "rate_limit: {unit: day, requests_per_unit: 1}"
            : "descriptors: [" + everyWay(depth - 1) + "]";
    return "{key: k, value: v, %s}, {key: k, %s}".formatted(below, below);
  }

  @Test
  void tenThousandValues_ofOneKey_areImportedAndFound() {
    String text =
        IntStream.range(0, 10_000)
            .mapToObj(i -> "{key: k, value: v" + i + ", rate_limit: " + ONE + "}")
            .collect(
                Collectors.joining(
                    ",", "{domain: d, descriptors: [{key: k, rate_limit: " + ONE + "},", "]}"));
    RuleBook book = EnvoyRules.parse(text, "f").book();
    Matching matching = new Matching();

    for (int i = 0; i < 10_000; i++) {
      book.match(EnvoyTree.context("d", List.of(new EnvoyTree.Entry("k", "v" + i))), matching);
      assertThat(matching.size()).isOne();
      assertThat(matching.get(0).rule().id()).isEqualTo("d.k_v" + i);
    }
  }

  @Test
  void replaces_inACycle_losesTheLinkThatClosesTheCycle() {
    String text =
        """
        domain: d
        descriptors:
          - {key: a, rate_limit: {unit: day, requests_per_unit: 1, name: x, replaces: [{name: y}]}}
          - {key: b, rate_limit: {unit: day, requests_per_unit: 1, name: y, replaces: [{name: x}]}}
        """;

    List<Rule> rules = EnvoyRules.parse(text, "f").book().rules();

    assertThat(rules).extracting(Rule::replaces).containsExactly(List.of("y"), List.of());
  }

  @Test
  void ids_ofNonAsciiValues_areValidAndUnique() {
    String text =
        IntStream.range(0, 300)
            .mapToObj(
                i -> "{key: k, value: \"" + "\u00e9".repeat(i) + "\", rate_limit: " + ONE + "}")
            .collect(Collectors.joining(",\n", "{domain: \"\u00e9\", descriptors: [", "]}"));

    assertThat(EnvoyRules.parse(text, "f").book().rules())
        .hasSize(300)
        .extracting(Rule::id)
        .doesNotHaveDuplicates()
        .contains("r-.k", "r-.k_-");
  }
}
