package com.throttlex;

import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.Priority;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestContextBuilder;
import com.throttlex.rule.EndpointPattern;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Match;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rule.RuleBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExplainTest {
  private static final RequestContextBuilder REQUEST =
      user("u").ip("192.0.2.1").endpoint("/orders").method("get").service("shop").tier("pro");

  private static Explanation.RuleExplanation explain(RuleBuilder rule) {
    List<String> tiers = List.of("free", "pro");
    Lab lab = new Lab(RuleBook.of(tiers, Fallback.ALLOW, List.of(rule.build())));
    return lab.throttlex.explain(REQUEST.build()).rules().get(0);
  }

  private static String whyNot(RuleBuilder rule) {
    Explanation.RuleExplanation explained = explain(rule);
    assertThat(explained.applies()).isFalse();
    assertThat(explained.key()).isNull();
    assertThat(explained.limits()).isEmpty();
    return explained.why();
  }

  private static RuleBuilder matching(
      Set<String> methods,
      Set<String> services,
      Map<String, String> attributes,
      Set<String> tiers,
      Set<Priority> priorities) {
    EndpointPattern all = EndpointPattern.parse("/**");
    return perUser("r", "5/1m")
        .match(new Match(all, methods, services, attributes, tiers, priorities));
  }

  @Test
  void explain_ofRuleThatApplies_showsItsKeyAndLimits() {
    Explanation.RuleExplanation explained =
        explain(Rule.builder("r").key("user", "endpoint").limits("5/1m", "90/1d"));

    assertThat(explained.rule()).isEqualTo("r");
    assertThat(explained.applies()).isTrue();
    assertThat(explained.why()).isEqualTo("it matches");
    assertThat(explained.key()).isEqualTo("r|user=u|endpoint=/orders");
    assertThat(explained.limits())
        .extracting(LimitStatus::capacity, LimitStatus::remaining)
        .containsExactly(tuple(5L, 5L), tuple(90L, 90L));
  }

  @Test
  void explain_ofRulesThatApplyTogether_showsEachItsOwnLimitsOnly() {
    Lab lab = Lab.of(perUser("a", "5/1m"), perUser("b", "6/1m", "7/1m"));

    List<Explanation.RuleExplanation> rules = lab.throttlex.explain(REQUEST.build()).rules();

    assertThat(rules.get(0).limits()).extracting(LimitStatus::capacity).containsExactly(5L);
    assertThat(rules.get(1).limits()).extracting(LimitStatus::capacity).containsExactly(6L, 7L);
    assertThat(rules.get(1).key()).isEqualTo("b|user=u");
  }

  @Test
  void explain_ofRuleForAnotherEndpoint_namesTheEndpoint() {
    assertThat(whyNot(perUser("r", "5/1m").endpoint("/carts/*")))
        .isEqualTo("endpoint: /orders (expected: /carts/*)");
  }

  @Test
  void explain_ofRuleThatDoesNotMatch_namesTheConditionThatFailed() {
    assertThat(whyNot(matching(Set.of("PUT"), Set.of(), Map.of(), Set.of(), Set.of())))
        .isEqualTo("methods: GET (expected: [PUT])");
    assertThat(whyNot(matching(Set.of(), Set.of("mail"), Map.of(), Set.of(), Set.of())))
        .isEqualTo("services: shop (expected: [mail])");
    assertThat(whyNot(matching(Set.of(), Set.of(), Map.of(), Set.of("free"), Set.of())))
        .isEqualTo("tiers: pro (expected: [free])");
    assertThat(whyNot(matching(Set.of(), Set.of(), Map.of(), Set.of(), Set.of(Priority.LOW))))
        .isEqualTo("priorities: NORMAL (expected: [LOW])");
    assertThat(whyNot(matching(Set.of(), Set.of(), Map.of("a", "b"), Set.of(), Set.of())))
        .isEqualTo("attributes: {} (expected: {a=b})");
  }

  @Test
  void explain_ofRuleWithMissingKeyPart_namesThePart() {
    assertThat(whyNot(Rule.builder("r").key("user", "attribute:region").limits("5/1m")))
        .isEqualTo("key: the request has no attribute:region");
  }

  @Test
  void explain_ofRuleThatIsOffOrNotRolledOut_saysSo() {
    assertThat(whyNot(perUser("r", "5/1m").mode(Mode.OFF))).isEqualTo("mode: off");
    assertThat(whyNot(perUser("r", "5/1m").rollout(0)))
        .isEqualTo("rollout: the key is not among the 0 per cent that the rule applies to");
  }

  @Test
  void explain_ofReplacedRule_namesTheRuleThatReplacesIt() {
    Lab lab =
        Lab.of(
            perUser("a", "5/1m"),
            perUser("b", "5/1m").replaces("a"),
            perUser("c", "5/1m").replaces("b"),
            perUser("d", "5/1m").replaces("c").endpoint("/elsewhere"),
            perUser("e", "5/1m").mode(Mode.OFF),
            perUser("f", "5/1m").replaces("e"));

    assertThat(lab.throttlex.explain(REQUEST.build()).rules())
        .extracting("rule", "applies", "why")
        .containsExactly(
            tuple("a", true, "it matches"),
            tuple("b", false, "replaced by c"),
            tuple("c", true, "it matches"),
            tuple("d", false, "endpoint: /orders (expected: /elsewhere)"),
            tuple("e", false, "mode: off"),
            tuple("f", true, "it matches"));
  }

  @Test
  void explain_ofDefaultRule_comesLastAndSaysWhetherOtherRulesApply() {
    Fallback fallback = new Fallback.Default(Rule.builder("default").limits("5/1m").build());
    Lab lab = Lab.of(fallback, perUser("r", "5/1m"));

    assertThat(lab.throttlex.explain(REQUEST.build()).rules())
        .extracting("rule", "applies", "why", "key")
        .containsExactly(
            tuple("r", true, "it matches", "r|user=u"),
            tuple("default", false, "other rules apply", null));
    assertThat(lab.throttlex.explain(RequestContext.builder().build()).rules())
        .extracting("rule", "applies", "why", "key")
        .containsExactly(
            tuple("r", false, "key: the request has no user", null),
            tuple("default", true, "no other rule applies", "default|ip"));
  }

  @ParameterizedTest
  @EnumSource
  void explain_tellsTheDecisionAndConsumesNothing(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "3/1m").algorithm(algorithm)).use("u", 2);
    RequestContext one = REQUEST.build();
    RequestContext two = REQUEST.build().toBuilder().cost(2).reserve(true).build();

    for (int i = 0; i < 5; i++) {
      assertThat(lab.throttlex.explain(one).decision().allowed()).isTrue();
      Decision denied = lab.throttlex.explain(two).decision();
      assertThat(denied.allowed()).isFalse();
      assertThat(denied.rule()).isEqualTo("r");
      assertThat(denied.remaining()).isEqualTo(1);
    }
    assertThat(lab.throttlex.explain(one).decision().reservation()).isNull();
    assertThat(lab.left("u", "r")).isEqualTo(1);
  }

  @Test
  void explain_ofUnknownKey_createsNoCounter() {
    Lab lab = Lab.of(perUser("r", "3/1m"));

    lab.throttlex.explain(REQUEST.build());

    assertThat(lab.throttlex.inspect("r|user=u")).isEmpty();
  }

  @Test
  void explain_ofDenial_doesNotChangeTheStateReportedNext() {
    Lab lab = Lab.of(perUser("r", "100/1h"));
    lab.check("u", 75);

    lab.throttlex.explain(user("u").cost(90).build());

    assertThat(lab.check("u", 0).state()).isEqualTo(State.NORMAL);
  }

  @Test
  void explain_ofShadowRule_showsThatItWouldDeny() {
    Lab lab = Lab.of(perUser("r", "1/1m").mode(Mode.SHADOW)).use("u", 1);

    Explanation explanation = lab.throttlex.explain(REQUEST.build());

    assertThat(explanation.decision().allowed()).isTrue();
    assertThat(explanation.rules().get(0).limits())
        .extracting(LimitStatus::allowed, LimitStatus::shadow)
        .containsExactly(tuple(false, true));
  }

  private static Rule at(String id, String endpoint, Set<String> methods, Mode mode) {
    EndpointPattern pattern = EndpointPattern.parse(endpoint);
    return perUser(id, "5/1m")
        .match(new Match(pattern, methods, Set.of(), Map.of(), Set.of(), Set.of()))
        .mode(mode)
        .build();
  }

  @Test
  void explain_withFewMisses_choosesTheNearestInTheOrderOfTheBook() {
    List<Rule> rules = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      rules.add(at("far-" + i, "/far/" + i, Set.of(), Mode.ENFORCE));
    }
    rules.add(at("below", "/orders/below", Set.of(), Mode.ENFORCE));
    rules.add(at("method", "/orders", Set.of("POST"), Mode.ENFORCE));
    rules.add(at("off", "/orders", Set.of(), Mode.OFF));
    rules.add(at("applies", "/orders", Set.of(), Mode.ENFORCE));
    rules.add(perUser("newer", "9/1m").replaces("older").build());
    rules.add(perUser("older", "5/1m").build());
    Lab lab = new Lab(RuleBook.of(List.of(), Fallback.ALLOW, rules));

    Explanation explained = lab.throttlex.explain(REQUEST.build(), 4);

    assertThat(explained.rules())
        .extracting(Explanation.RuleExplanation::rule, Explanation.RuleExplanation::applies)
        .containsExactly(
            tuple("below", false),
            tuple("method", false),
            tuple("off", false),
            tuple("applies", true),
            tuple("newer", true),
            tuple("older", false));
    assertThat(explained.omitted()).isEqualTo(100);
    assertThat(lab.throttlex.explain(REQUEST.build(), 0).rules()).hasSize(2);
    assertThat(lab.throttlex.explain(REQUEST.build(), 1).rules())
        .extracting(Explanation.RuleExplanation::rule)
        .containsExactly("applies", "newer", "older");
    assertThat(lab.throttlex.explain(REQUEST.build()).omitted()).isZero();
  }

  @Test
  void explain_withoutMisses_stillShowsTheDefaultRule() {
    Rule other = perUser("default", "9/1m").build();
    Rule rule = at("r", "/other", Set.of(), Mode.ENFORCE);
    Lab lab = new Lab(RuleBook.of(List.of(), new Fallback.Default(other), List.of(rule)));

    Explanation explained = lab.throttlex.explain(REQUEST.build(), 0);

    assertThat(explained.rules())
        .extracting(Explanation.RuleExplanation::why)
        .containsExactly("no other rule applies");
    assertThat(explained.omitted()).isEqualTo(1);
  }
}
