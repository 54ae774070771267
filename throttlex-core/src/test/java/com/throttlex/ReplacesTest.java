package com.throttlex;

import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.rule.Fallback;
import com.throttlex.rule.Match;
import com.throttlex.rule.RuleBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReplacesTest {
  private static RuleBuilder forService(String id, String service) {
    return perUser(id, "9/1m")
        .match(new Match(null, Set.of(), Set.of(service), Map.of(), Set.of(), Set.of()));
  }

  private static List<String> applied(Lab lab, String service) {
    return lab.check(user("u").service(service)).limits().stream().map(LimitStatus::rule).toList();
  }

  @Test
  void rule_thatReplacesAnother_appliesAloneWhereItMatches() {
    Lab lab = Lab.of(perUser("all", "9/1m"), forService("special", "s").replaces("all"));

    assertThat(applied(lab, "s")).containsExactly("special");
    assertThat(applied(lab, "t")).containsExactly("all");
    assertThat(lab.left("u", "all")).isEqualTo(8);
  }

  @Test
  void rule_canReplaceALaterRule() {
    Lab lab = Lab.of(forService("special", "s").replaces("all"), perUser("all", "9/1m"));

    assertThat(applied(lab, "s")).containsExactly("special");
  }

  @Test
  void rule_thatReplacesSeveral_leavesTheOthers() {
    Lab lab =
        Lab.of(
            perUser("a", "9/1m"),
            perUser("b", "9/1m"),
            perUser("c", "9/1m"),
            forService("special", "s").replaces("a", "c"));

    assertThat(applied(lab, "s")).containsExactly("b", "special");
    assertThat(applied(lab, "t")).containsExactly("a", "b", "c");
  }

  @Test
  void rule_thatIsReplacedItself_replacesNothing() {
    Lab lab =
        Lab.of(
            perUser("a", "9/1m"),
            perUser("b", "9/1m").replaces("a"),
            forService("c", "s").replaces("b"));

    assertThat(applied(lab, "t")).containsExactly("b");
    assertThat(applied(lab, "s")).containsExactly("a", "c");
  }

  @Test
  void chainOfFourReplacements_leavesEverySecondRule() {
    Lab lab =
        Lab.of(
            perUser("a", "9/1m"),
            perUser("b", "9/1m").replaces("a"),
            perUser("c", "9/1m").replaces("b"),
            perUser("d", "9/1m").replaces("c"));

    assertThat(applied(lab, "s")).containsExactly("b", "d");
  }

  @Test
  void rule_replacedByTwo_staysReplacedWhenOneOfThemIsReplaced() {
    Lab lab =
        Lab.of(
            perUser("a", "9/1m"),
            perUser("b", "9/1m").replaces("a"),
            perUser("c", "9/1m").replaces("a"),
            perUser("d", "9/1m").replaces("b"));

    assertThat(applied(lab, "s")).containsExactly("c", "d");
  }

  @Test
  void defaultRule_whenOneRuleReplacesAnother_doesNotApply() {
    Fallback fallback = new Fallback.Default(perUser("default", "1/1m").build());
    Lab lab = Lab.of(fallback, perUser("a", "9/1m"), perUser("b", "9/1m").replaces("a"));

    assertThat(applied(lab, "s")).containsExactly("b");
  }
}
