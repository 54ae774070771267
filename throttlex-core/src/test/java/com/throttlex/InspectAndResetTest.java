package com.throttlex;

import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class InspectAndResetTest {
  @ParameterizedTest
  @EnumSource
  void inspect_ofKey_showsItsCounter(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "5/1m").algorithm(algorithm)).use("u", 2).use("v", 1);

    List<LimitStatus> found = lab.throttlex.inspect("r|user=u");

    assertThat(found).hasSize(1);
    assertThat(found.get(0).rule()).isEqualTo("r");
    assertThat(found.get(0).capacity()).isEqualTo(5);
    assertThat(found.get(0).windowSeconds()).isEqualTo(60);
    assertThat(found.get(0).remaining()).isEqualTo(3);
    assertThat(found.get(0).resetAt()).isGreaterThan(ManualTime.START.getEpochSecond());
    assertThat(lab.left("u", "r")).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource
  void reset_ofKey_clearsItsCountersAndNoOthers(Algorithm algorithm) {
    Lab lab = Lab.of(perUser("r", "5/1m", "9/1d").algorithm(algorithm)).use("u", 5).use("v", 5);

    assertThat(lab.throttlex.reset("r|user=u")).isTrue();

    assertThat(lab.throttlex.inspect("r|user=u")).isEmpty();
    assertThat(lab.throttlex.reset("r|user=u")).isFalse();
    assertThat(lab.check("u").limits()).extracting(LimitStatus::remaining).containsExactly(4L, 8L);
    assertThat(lab.check("v").allowed()).isFalse();
  }

  @Test
  void inspectAndReset_ofKeyWithSpecialCharacters_findTheCounter() {
    Lab lab =
        Lab.of(
            Rule.builder("r").key("user", "endpoint", "attribute:a|b=c").limits("5/1m"),
            Rule.builder("all").key("global").limits("9/1m"));
    RequestContext odd =
        user("50%|=|u\u00e9\ud83d\ude00").endpoint("/a%7cb").attribute("a|b=c", "x=y|z").build();
    lab.throttlex.check(odd);
    List<Explanation.RuleExplanation> rules = lab.throttlex.explain(odd).rules();

    assertThat(rules.get(0).key())
        .isEqualTo(
            "r|user=50%25%7C%3D%7Cu\u00e9\ud83d\ude00|endpoint=/a%7Cb"
                + "|attribute:a%7Cb%3Dc=x%3Dy%7Cz");
    assertThat(rules.get(1).key()).isEqualTo("all|global");
    for (Explanation.RuleExplanation rule : rules) {
      assertThat(lab.throttlex.inspect(rule.key())).hasSize(1);
      assertThat(lab.throttlex.reset(rule.key())).isTrue();
    }
    assertThat(lab.throttlex.check(odd).remaining()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "nope|user=u; rule: \"nope\" (expected: the id of a rule)",
        "''; rule: \"\" (expected: the id of a rule)",
        "|user=u; rule: \"\" (expected: the id of a rule)",
        "r; key: \"r\" (expected: r|user=…|ip=…)",
        "r|user=u; key: \"r|user=u\" (expected: r|user=…|ip=…)",
        "r|ip=1|user=u; key: \"r|ip=1|user=u\" (expected: r|user=…|ip=…)",
        "r|user=u|ip=1|x=y; key: \"r|user=u|ip=1|x=y\" (expected: r|user=…|ip=…)",
        "r|users=u|ip=1; key: \"r|users=u|ip=1\" (expected: r|user=…|ip=…)",
        "g|global=x; key: \"g|global=x\" (expected: g|global)",
        "r|user=a%2|ip=1; key: \"a%2\" (expected: %, |, = and control characters as %XX, nothing else)",
        "r|user=a=b|ip=1; key: \"a=b\" (expected: %, |, = and control characters as %XX, nothing else)",
        "r|user=%41|ip=1; key: \"%41\" (expected: %, |, = and control characters as %XX, nothing else)",
      })
  void inspectAndReset_ofInvalidKey_failWithTheExpectedForm(String text, String message) {
    Lab lab =
        Lab.of(
            Rule.builder("r").key("user", "ip").limits("5/1m"),
            Rule.builder("g").key("global").limits("5/1m"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.inspect(text))
        .withMessage(message);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.reset(text))
        .withMessage(message);
  }

  @Test
  void inspectAndReset_ofCounterFromAnOverride_showAndClearIt() {
    Lab lab = Lab.of(perUser("r", "5/1m"));
    List<Rate> limits = List.of(Rate.parse("5/1m"), Rate.parse("3/1d"));
    lab.throttlex.override("u", "r", limits, ManualTime.START.plusSeconds(3600));
    lab.use("u", 3);
    assertThat(lab.check("u").allowed()).isFalse();

    assertThat(lab.throttlex.inspect("r|user=u"))
        .extracting(LimitStatus::remaining)
        .containsExactly(2L, 0L);
    lab.throttlex.reset("r|user=u");

    assertThat(lab.check("u").allowed()).isTrue();
  }

  @Test
  void inspect_ofDefaultRule_findsTheCounterByRuleId() {
    Rule rule = Rule.builder("default").key("ip").limits("5/1m").build();
    Lab lab = Lab.of(new Fallback.Default(rule));
    lab.use("u", 2);

    assertThat(lab.throttlex.inspect("default|ip").get(0).remaining()).isEqualTo(3);
  }
}
