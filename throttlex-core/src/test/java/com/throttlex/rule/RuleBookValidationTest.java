package com.throttlex.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleBookValidationTest {
  private static RuleBuilder rule(String id) {
    return Rule.builder(id).limits("10/1s");
  }

  private static List<RuleProblem> problems(
      List<String> tiers, Fallback fallback, RuleBuilder... rules) {
    try {
      RuleBook.of(tiers, fallback, Stream.of(rules).map(RuleBuilder::build).toList());
      return List.of();
    } catch (InvalidRulesException e) {
      return e.problems();
    }
  }

  private static List<RuleProblem> problems(RuleBuilder... rules) {
    return problems(List.of(), Fallback.ALLOW, rules);
  }

  private static Fallback byDefault(RuleBuilder rule) {
    return new Fallback.Default(rule.build());
  }

  private static RuleBuilder forTier(String id, String tier) {
    return rule(id).match(new Match(null, Set.of(), Set.of(), Map.of(), Set.of(tier), Set.of()));
  }

  @Test
  void ruleBook_keepsRulesTiersAndFallback() {
    Rule rule = rule("a").build();
    Fallback fallback = byDefault(rule("default"));
    RuleBook book = RuleBook.of(List.of("free", "pro"), fallback, List.of(rule));

    assertThat(book.rules()).containsExactly(rule);
    assertThat(book.tiers()).containsExactly("free", "pro");
    assertThat(book.fallback()).isEqualTo(fallback);
    assertThat(book.rule("a").rule()).isEqualTo(rule);
    assertThat(book.rule("default").rule().id()).isEqualTo("default");
    assertThat(book.rule("b")).isNull();
    assertThat(RuleBook.EMPTY.rules()).isEmpty();
  }

  @Test
  void problems_ofSeveralRules_areAllReportedAtOnce() {
    List<RuleProblem> problems =
        problems(
            List.of("free", "free", " "),
            byDefault(rule("a").rollout(50).replaces("b").endpoint("/x")),
            Rule.builder("a").limits("gold", List.of(Rate.parse("1/1s"))),
            forTier("b", "silver"),
            rule("c").replaces("nope"),
            rule("c"));

    assertThat(problems)
        .extracting(problem -> problem.rule() + ":" + problem.field())
        .contains(
            ":tiers",
            "a:match",
            "a:replaces",
            "a:default-rule",
            "a:id",
            "a:limits",
            "b:match",
            "c:replaces",
            "c:id");
  }

  @Test
  void ruleId_usedTwice_isAProblem() {
    assertThat(problems(rule("a"), rule("b"), rule("a")))
        .containsExactly(
            new RuleProblem("a", "id", "id: a (expected: an id that no other rule has)"));
    assertThat(problems(List.of(), byDefault(rule("a")), rule("a")))
        .containsExactly(
            new RuleProblem("a", "id", "id: a (expected: an id that no other rule has)"));
    assertThat(problems(rule("a"), rule("A"))).isEmpty();
  }

  @Test
  void tier_unknownToTheBook_isAProblem() {
    List<String> tiers = List.of("free", "pro");
    RuleBuilder gold = Rule.builder("r").limits("gold", List.of(Rate.parse("1/1s")));

    assertThat(problems(tiers, Fallback.ALLOW, gold))
        .containsExactly(
            new RuleProblem("r", "limits", "limits: tier \"gold\" (expected: one of [free, pro])"));
    assertThat(problems(tiers, Fallback.ALLOW, forTier("r", "Pro")))
        .containsExactly(
            new RuleProblem("r", "match", "match: tier \"Pro\" (expected: one of [free, pro])"));
    assertThat(problems(List.of(), byDefault(gold)))
        .containsExactly(
            new RuleProblem(
                "r", "limits", "limits: tier \"gold\" (expected: no tier, as `tiers` names none)"));
    assertThat(problems(tiers, Fallback.ALLOW, forTier("r", "pro"))).isEmpty();
  }

  @Test
  void sharesByTier_withMoreForALowerPriority_areAProblem() {
    List<String> tiers = List.of("free", "pro");
    Map<String, Integer> normal = Map.of("free", 60, "pro", 80);

    assertThat(problems(tiers, Fallback.ALLOW, shared(normal, Map.of("*", 60)))).isEmpty();
    assertThat(problems(tiers, Fallback.ALLOW, shared(normal, Map.of("free", 60)))).isEmpty();
    assertThat(problems(tiers, Fallback.ALLOW, shared(normal, Map.of("pro", 70))))
        .containsExactly(
            new RuleProblem(
                "r",
                "shares",
                "shares: 70 for \"low\" in tier free (expected: at most 60, as normal has)"));
    assertThat(problems(tiers, Fallback.ALLOW, shared(normal, Map.of("gold", 0, "free", 90))))
        .extracting(RuleProblem::message)
        .containsExactly(
            "shares: tier \"gold\" (expected: one of [free, pro])",
            "shares: 90 for \"low\" in tier free (expected: at most 60, as normal has)",
            "shares: 90 for \"low\" in tier pro (expected: at most 80, as normal has)");
  }

  private static RuleBuilder shared(Map<String, Integer> normal, Map<String, Integer> low) {
    return rule("r").shares(new Shares(Map.of(Priority.NORMAL, normal, Priority.LOW, low)));
  }

  @Test
  void match_onTheWildcardTier_isAProblem() {
    assertThat(problems(List.of("free", "pro"), Fallback.ALLOW, forTier("r", "*")))
        .containsExactly(
            new RuleProblem("r", "match", "match: tier \"*\" (expected: one of [free, pro])"));
  }

  @Test
  void tierName_emptyWildcardOrUsedTwice_isAProblem() {
    assertThat(problems(List.of("a", "b", "a"), Fallback.ALLOW))
        .containsExactly(
            new RuleProblem("", "tiers", "tiers: [a, b, a] (expected: each tier once)"));
    assertThat(problems(List.of("", "*"), Fallback.ALLOW))
        .extracting(RuleProblem::toString)
        .containsExactly("tiers: \"\" (expected: a name)", "tiers: \"*\" (expected: a name)");
  }

  @Test
  void replaces_ofUnknownRule_isAProblem() {
    assertThat(problems(rule("a").replaces("b", "c"), rule("c")))
        .containsExactly(
            new RuleProblem("a", "replaces", "replaces: b (expected: the id of a rule)"));
  }

  @Test
  void replaces_inACircle_isAProblem() {
    List<RuleProblem> two = problems(rule("a").replaces("b"), rule("b").replaces("a"), rule("c"));
    assertThat(two).extracting(RuleProblem::rule).containsExactly("a", "b");
    assertThat(two.get(0).message())
        .startsWith("replaces: [b] (expected: no cycle, and at most 8 rules that replace");

    assertThat(
            problems(
                rule("a").replaces("b"),
                rule("b").replaces("c"),
                rule("c").replaces("d", "a"),
                rule("d")))
        .extracting(RuleProblem::rule)
        .containsExactly("a", "b", "c");
  }

  @Test
  void replaces_inAChainOfMoreThanEight_isAProblem() {
    for (boolean forwards : new boolean[] {true, false}) {
      assertThat(problems(chain(8, forwards))).isEmpty();
      assertThat(problems(chain(9, forwards))).extracting(RuleProblem::rule).containsExactly("r9");
    }
  }

  private static RuleBuilder[] chain(int length, boolean forwards) {
    List<RuleBuilder> rules = new ArrayList<>();
    for (int i = 0; i <= length; i++) {
      RuleBuilder rule = i == 0 ? rule("r0") : rule("r" + i).replaces("r" + (i - 1));
      rules.add(forwards ? rules.size() : 0, rule);
    }
    return rules.toArray(new RuleBuilder[0]);
  }

  @Test
  void defaultRule_withMatchReplacesOrWithoutFullEnforcement_isAProblem() {
    assertThat(problems(List.of(), byDefault(rule("d")))).isEmpty();
    assertThat(problems(List.of(), byDefault(rule("d").endpoint("/x"))))
        .containsExactly(
            new RuleProblem(
                "d",
                "match",
                "match: present (expected: no `match` in the default rule,"
                    + " which applies when no other rule does)"));
    assertThat(problems(List.of(), byDefault(rule("d").replaces("a")), rule("a")))
        .extracting(RuleProblem::message)
        .containsExactly("replaces: [a] (expected: no `replaces` in the default rule)");
    for (Mode mode : new Mode[] {Mode.SHADOW, Mode.OFF}) {
      assertThat(problems(List.of(), byDefault(rule("d").mode(mode))))
          .extracting(RuleProblem::field)
          .containsExactly("default-rule");
    }
    assertThat(problems(List.of(), byDefault(rule("d").rollout(99))))
        .extracting(RuleProblem::field)
        .containsExactly("default-rule");
  }

  @Test
  void exceptionMessage_listsTheProblems() {
    assertThatExceptionOfType(InvalidRulesException.class)
        .isThrownBy(() -> RuleBook.of(rule("a").build(), rule("a").build(), rule("a").build()))
        .withMessage(
            "rule a: id: a (expected: an id that no other rule has);"
                + " rule a: id: a (expected: an id that no other rule has)");
  }
}
