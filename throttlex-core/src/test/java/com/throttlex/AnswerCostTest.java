package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static com.throttlex.Lab.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.AnswerCost.Kind;
import com.throttlex.rule.AnswerCost.OnOverrun;
import com.throttlex.rule.CostText;
import com.throttlex.rule.Estimate;
import com.throttlex.rule.RuleBuilder;
import com.throttlex.store.Settlement;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs that are estimated by the rule, extended, and settled from the answer. */
class AnswerCostTest {
  private static final AnswerCost TOKENS =
      new AnswerCost(Kind.JSON, "usage.total_tokens", OnOverrun.FINISH);

  private static RuleBuilder tokens(String id, long estimate) {
    return perUser(id, "1000/1h")
        .algorithm(Algorithm.FIXED_WINDOW)
        .cost(estimate)
        .answerCost(TOKENS);
  }

  private static RuleBuilder requests() {
    return perUser("requests", "10/1h").algorithm(Algorithm.FIXED_WINDOW);
  }

  private static Decision metered(Lab lab) {
    return lab.check(user("u").metered(true));
  }

  private static String reserved(Decision decision) {
    return Objects.requireNonNull(decision.reservation());
  }

  @Test
  void meteredRequest_underAnEstimate_hasAReservationAndTheEstimate() {
    Lab lab = Lab.of(requests(), tokens("tokens", 100));
    Decision decision = metered(lab);
    assertThat(decision.reservation()).isNotNull();
    assertThat(decision.estimate()).isEqualTo(new Estimate(TOKENS, 100));
    assertThat(lab.left("u", "tokens")).isEqualTo(900);
  }

  @Test
  void otherRequests_areChargedTheEstimateAndReserveNothing() {
    Lab lab = Lab.of(requests(), tokens("tokens", 100));
    Decision decision = lab.check("u");
    assertThat(decision.reservation()).isNull();
    assertThat(decision.estimate()).isNull();
    assertThat(lab.left("u", "tokens")).isEqualTo(900);
    assertThat(Lab.of(requests()).check(user("u").metered(true)).reservation()).isNull();
  }

  @Test
  void requestWithItsOwnCost_isSettledUnderAllRules() {
    Lab lab = Lab.of(requests(), tokens("tokens", 100));
    Decision decision = lab.check(user("u").cost(4).reserve(true).metered(true));
    assertThat(decision.estimate()).isNull();
    lab.throttlex.settle(reserved(decision), 6);
    assertThat(lab.left("u", "requests")).isEqualTo(4);
    assertThat(lab.left("u", "tokens")).isEqualTo(994);
  }

  @Test
  void settlement_correctsOnlyEstimates() {
    Lab lab = Lab.of(requests(), tokens("tokens", 100));
    lab.throttlex.settle(reserved(metered(lab)), 700);
    assertThat(lab.left("u", "tokens")).isEqualTo(300);
    assertThat(lab.left("u", "requests")).isEqualTo(9);
  }

  @Test
  void severalEstimatesOfOnePart_areAllSettled_withTheSmallestAndStrictest() {
    AnswerCost cut = new AnswerCost(Kind.JSON, "usage.total_tokens", OnOverrun.CUT);
    Lab lab = Lab.of(tokens("a", 100), tokens("b", 50), tokens("c", 200).answerCost(cut));
    Decision decision = metered(lab);
    assertThat(decision.estimate()).isEqualTo(new Estimate(cut, 50));
    lab.throttlex.settle(reserved(decision), 70);
    assertThat(lab.left("u", "a")).isEqualTo(930);
    assertThat(lab.left("u", "b")).isEqualTo(930);
    assertThat(lab.left("u", "c")).isEqualTo(930);
  }

  @Test
  void estimateOfAnotherPart_stands() {
    AnswerCost bytes = new AnswerCost(Kind.BYTES, AnswerCost.RESPONSE, OnOverrun.FINISH);
    Lab lab = Lab.of(tokens("tokens", 100), tokens("bytes", 30).answerCost(bytes));
    Decision decision = metered(lab);
    assertThat(decision.estimate()).isEqualTo(new Estimate(TOKENS, 100));
    lab.throttlex.extend(reserved(decision), 50);
    lab.throttlex.settle(reserved(decision), 7);
    assertThat(lab.left("u", "tokens")).isEqualTo(993);
    assertThat(lab.left("u", "bytes")).isEqualTo(970);
  }

  @Test
  void extension_reportsTheLimitLikeACheck() {
    Lab lab = Lab.of(requests(), tokens("tokens", 100));
    String reservation = reserved(metered(lab));
    Decision allowed = Objects.requireNonNull(lab.throttlex.extend(reservation, 750));
    assertThat(allowed.allowed()).isTrue();
    assertThat(allowed.rule()).isEqualTo("tokens");
    assertThat(allowed.remaining()).isEqualTo(150);
    assertThat(allowed.state()).isEqualTo(State.WARNING);
    assertThat(allowed.reservation()).isEqualTo(reservation);
    Decision denied = Objects.requireNonNull(lab.throttlex.extend(reservation, 151));
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.state()).isEqualTo(State.THROTTLED);
    assertThat(denied.retryAfter()).isPositive();
    assertThat(denied.reservation()).isNull();
  }

  @Test
  void extension_ofASettledOrUnknownReservation_isNull() {
    Lab lab = Lab.of(tokens("tokens", 100));
    String reservation = reserved(metered(lab));
    assertThat(lab.throttlex.settle(reservation, 5)).isEqualTo(Settlement.SETTLED);
    assertThat(lab.throttlex.extend(reservation, 1)).isNull();
    assertThat(lab.throttlex.extend("nobody", 1)).isNull();
    assertThat(lab.left("u", "tokens")).isEqualTo(995);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 1_000_000_000_000_001L})
  void extension_byAnImpossibleCost_isRefused(long cost) {
    Lab lab = Lab.of(global("g", "10/1h"));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lab.throttlex.extend("r", cost))
        .withMessageContaining("cost: " + cost);
  }

  @ParameterizedTest
  @CsvSource({
    "HEADER, X-Cost, true",
    "HEADER, X Cost, false",
    "HEADER, '', false",
    "JSON, usage, true",
    "JSON, usage.total_tokens, true",
    "JSON, usage., false",
    "JSON, .usage, false",
    "JSON, 'a b', false",
    "JSON, a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p, true",
    "JSON, a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q, false",
    "BYTES, response, true",
    "BYTES, request, false"
  })
  void part_mustHaveAValidName(Kind kind, String name, boolean valid) {
    assertThat(AnswerCost.isName(kind, name)).isEqualTo(valid);
    if (!valid) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new AnswerCost(kind, name, OnOverrun.CUT))
          .withMessageContaining("\"" + name + "\"");
    }
  }

  @ParameterizedTest
  @CsvSource({"7, 7", "7.01, 8", "1e3, 1000", "0, 0", "-1, -1", "x, -1", "1e16, -1", "1e-500, -1"})
  void costText_isRoundedUpOrNone(String text, long cost) {
    assertThat(CostText.parse(text)).isEqualTo(cost);
  }
}
