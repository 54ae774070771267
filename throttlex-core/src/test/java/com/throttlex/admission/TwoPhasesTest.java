package com.throttlex.admission;

import static com.throttlex.admission.Entrance.byDefault;
import static com.throttlex.admission.Entrance.perIp;
import static com.throttlex.admission.Entrance.perUser;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.throttlex.LimitStatus;
import com.throttlex.ManualTime;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Mode;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.StoreUnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TwoPhasesTest {
  private static final String IP_KEY = "ip|ip=" + Entrance.IP;

  @Test
  void request_whenNobodyGetsIn_isHeldAgainstTheAddressOnly() {
    Entrance entrance = Entrance.of(perIp("ip", "3/1h"), perUser("user", "5/1h"));

    for (int i = 0; i < 3; i++) {
      Admission begun = entrance.begin();
      assertThat(begun.allowed()).isTrue();
      begun.end();
    }

    assertThat(entrance.begin().allowed()).isFalse();
    assertThat(entrance.begin().decision().rule()).isEqualTo("ip");
    assertThat(entrance.throttlex.inspect("user|user=u")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void requestThatIsDeniedLater_getsItsFirstChargeBack(Algorithm algorithm) {
    Entrance entrance =
        Entrance.of(perIp("ip", "9/1h").algorithm(algorithm), perUser("user", "2/1h"));
    entrance.enter("u");
    entrance.enter("u");
    LimitStatus before = entrance.throttlex.inspect(IP_KEY).get(0);

    Admission denied = entrance.enter("u");

    assertThat(denied.allowed()).isFalse();
    assertThat(denied.decision().rule()).isEqualTo("user");
    assertThat(denied.decision().retryAfter()).isPositive();
    assertThat(entrance.throttlex.inspect(IP_KEY)).containsExactly(before);
    denied.end();
    assertThat(entrance.throttlex.inspect(IP_KEY)).containsExactly(before);
  }

  @Test
  void repetitionOfARequestThatWasDeniedLater_isChargedInTheFirstPhase() {
    Entrance entrance = Entrance.of(perIp("ip", "9/1h"), perUser("user", "1/1h"));
    RequestContext keyed = Entrance.somebody().idempotencyKey("k").build();
    RequestContext keyedUser = Entrance.somebody().user("u").idempotencyKey("k").build();
    entrance.enter("u");
    Admission denied =
        Entrance.now(
            entrance.admissions.complete(
                Entrance.now(entrance.admissions.begin(keyed)), keyedUser));
    assertThat(denied.allowed()).isFalse();
    assertThat(entrance.left(IP_KEY)).isEqualTo(8);

    assertThat(Entrance.now(entrance.admissions.begin(keyed)).allowed()).isTrue();

    assertThat(entrance.left(IP_KEY)).isEqualTo(7);
  }

  @Test
  void requestThatPasses_keepsBothChargesWhenItEnds() {
    Entrance entrance = Entrance.of(perIp("ip", "9/1h"), perUser("user", "5/1h"));

    entrance.enter("u").end();

    assertThat(entrance.left(IP_KEY)).isEqualTo(8);
    assertThat(entrance.left("user|user=u")).isEqualTo(4);
  }

  @Test
  void slotsOfBothPhases_areFreedOnceAtTheEnd() {
    Entrance entrance =
        Entrance.of(
            perIp("ip", "2/1h").algorithm(Algorithm.CONCURRENCY),
            perUser("user", "2/1h").algorithm(Algorithm.CONCURRENCY));
    Admission first = entrance.enter("u");
    Admission second = entrance.enter("u");
    assertThat(entrance.enter("u").allowed()).isFalse();

    first.end();
    first.end();

    assertThat(entrance.left(IP_KEY)).isEqualTo(1);
    assertThat(entrance.left("user|user=u")).isEqualTo(1);
    second.end();
    assertThat(entrance.left(IP_KEY)).isEqualTo(2);
    assertThat(entrance.left("user|user=u")).isEqualTo(2);
  }

  @Test
  void slotOfTheFirstPhase_isNotFreedByAnAdmissionThatWasCompleted() {
    Entrance entrance =
        Entrance.of(perIp("ip", "2/1h").algorithm(Algorithm.CONCURRENCY), perUser("user", "9/1h"));
    Admission begun = entrance.begin();
    Admission complete = entrance.complete(begun, "u");

    begun.end();
    assertThat(entrance.left(IP_KEY)).isEqualTo(1);
    complete.end();
    assertThat(entrance.left(IP_KEY)).isEqualTo(2);
  }

  @Test
  void defaultRule_whenNoLaterRuleMatches_isDecidedFirst() {
    Entrance entrance =
        Entrance.of(byDefault("ip", "1/1h"), perUser("user", "5/1h").endpoint("/other"));

    assertThat(entrance.begin().decision().rule()).isEqualTo("default");
    assertThat(entrance.begin().allowed()).isFalse();
  }

  @Test
  void defaultRule_whenALaterRuleMayMatch_waitsForIt() {
    Entrance entrance = Entrance.of(byDefault("ip", "1/1h"), perUser("user", "5/1h"));

    assertThat(entrance.begin().decision().rule()).isNull();
    assertThat(entrance.enter("u").decision().rule()).isEqualTo("user");
    assertThat(entrance.throttlex.inspect("default|ip=" + Entrance.IP)).isEmpty();

    assertThat(entrance.enter(null).decision().rule()).isEqualTo("default");
    assertThat(entrance.enter(null).allowed()).isFalse();
    assertThat(entrance.enter("u").allowed()).isTrue();
  }

  @Test
  void defaultRule_whenARuleOfTheFirstPhaseCanDeny_doesNotApply() {
    Entrance entrance =
        Entrance.of(byDefault("ip", "1/1h"), perIp("ip", "9/1h"), perUser("user", "5/1h"));

    assertThat(entrance.enter(null).decision().rule()).isEqualTo("ip");
    assertThat(entrance.throttlex.inspect("default|ip=" + Entrance.IP)).isEmpty();
  }

  @Test
  void defaultRule_whenTheFirstPhaseOnlyWatched_applies() {
    Entrance entrance =
        Entrance.of(
            byDefault("ip", "1/1h"),
            perIp("ip", "9/1h").mode(Mode.SHADOW),
            perUser("user", "5/1h"));

    assertThat(entrance.enter(null).decision().rule()).isEqualTo("default");
    assertThat(entrance.enter(null).allowed()).isFalse();
    assertThat(entrance.left(IP_KEY)).isEqualTo(8);
  }

  @Test
  void defaultRuleThatCountsByUser_waitsForTheUser() {
    Entrance entrance = Entrance.of(byDefault("user", "1/1h"));

    assertThat(entrance.enter("u").allowed()).isTrue();
    assertThat(entrance.enter("u").allowed()).isFalse();
    assertThat(entrance.enter("v").allowed()).isTrue();
    assertThat(entrance.enter(null).allowed()).isTrue();
    assertThat(entrance.enter(null).allowed()).isFalse();
  }

  @Test
  void bookThatDeniesWhatNoRuleAppliesTo_deniesFirstOnlyWhereNothingMoreCanCome() {
    Entrance hopeless = Entrance.of(Fallback.DENY, perUser("user", "5/1h").endpoint("/other"));
    assertThat(hopeless.begin().allowed()).isFalse();

    Entrance entrance = Entrance.of(Fallback.DENY, perUser("user", "5/1h"));
    assertThat(entrance.begin().allowed()).isTrue();
    assertThat(entrance.enter(null).allowed()).isFalse();
    assertThat(entrance.enter("u").allowed()).isTrue();
  }

  @Test
  void decision_whenBothPhasesAllow_tellsAllLimitsAndTheOneWithTheLeastLeft() {
    Entrance entrance = Entrance.of(perIp("ip", "3/1h"), perUser("user", "9/1h"));

    Admission admission = entrance.enter("u");

    assertThat(admission.decision().rule()).isEqualTo("ip");
    assertThat(admission.decision().remaining()).isEqualTo(2);
    assertThat(admission.decision().limits())
        .extracting(LimitStatus::rule, LimitStatus::remaining)
        .containsExactly(tuple("ip", 2L), tuple("user", 8L));
  }

  @Test
  void decision_whenTheFirstPhaseOnlyWatched_tellsTheLimitThatCanDeny() {
    Entrance entrance = Entrance.of(perIp("ip", "3/1h").mode(Mode.SHADOW), perUser("user", "9/1h"));

    assertThat(entrance.enter("u").decision().rule()).isEqualTo("user");
  }

  @Test
  void delay_isTheLongerOfBothPhases() {
    OnExceed delay = OnExceed.delay(Duration.ofMinutes(1));
    Entrance entrance =
        Entrance.of(perIp("ip", "1/1s").onExceed(delay), perUser("user", "1/2s").onExceed(delay));
    entrance.enter("u");

    assertThat(entrance.enter("u").delayNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    assertThat(entrance.enter("v").delayNanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    assertThat(entrance.enter("v").decision().delayMillis()).isEqualTo(3000);
  }

  @Test
  void rulesChangedBetweenThePhases_holdFromTheNextRequestOn() {
    Entrance entrance = Entrance.of(perIp("ip", "9/1h"), perUser("user", "1/1h"));
    entrance.enter("u");
    Admission begun = entrance.begin();
    entrance.throttlex.rules(RuleBook.EMPTY);

    assertThat(entrance.complete(begun, "u").allowed()).isFalse();
    assertThat(entrance.begin().decision().rule()).isNull();
    assertThat(entrance.enter("u").allowed()).isTrue();

    entrance.throttlex.rules(Entrance.book(Fallback.ALLOW, perIp("ip", "9/1h")));
    assertThat(entrance.left(IP_KEY)).isEqualTo(8);
  }

  @Test
  void ruleLeftToOthers_isNotHeldAgainstRequestsFromThenOn() {
    Entrance entrance = Entrance.of(perIp("ip", "1/1h"), perUser("user", "1/1h"));
    assertThat(entrance.enter("u").allowed()).isTrue();
    assertThat(entrance.enter("u").allowed()).isFalse();

    entrance.admissions.leave("ip");
    entrance.admissions.leave("user");

    assertThat(entrance.enter("u").allowed()).isTrue();
    assertThat(entrance.enter("u").decision().limits()).isEmpty();
  }

  @Test
  void ruleLeftToOthers_isNotHeldAgainstRequestsThatAreDecidedAtOnce() {
    Entrance entrance = Entrance.of(perIp("ip", "1/1h"), perIp("other", "5/1h"));
    Admissions atOnce = Admissions.atOnce(entrance.throttlex);
    atOnce.leave("ip");

    Admission admission = Entrance.now(atOnce.begin(Entrance.somebody().build()));

    assertThat(admission.decision().limits()).extracting(LimitStatus::rule).containsOnly("other");
    assertThat(Entrance.now(atOnce.complete(admission, Entrance.somebody().build())))
        .isSameAs(admission);
  }

  @Test
  void request_whenTheSecondPhaseCannotBeDecided_getsItsFirstChargeBack() {
    FailingStore store = new FailingStore();
    RuleBook book =
        Entrance.book(
            Fallback.ALLOW,
            perIp("ip", "2/1h").algorithm(Algorithm.CONCURRENCY),
            perUser("user", "5/1h"));
    ThrottleX throttlex = ThrottleX.of(book, store, new ManualTime());
    Admissions admissions = Admissions.inTwoPhases(throttlex);
    Admission begun = Entrance.now(admissions.begin(Entrance.somebody().build()));
    store.fails = true;

    assertThatThrownBy(
            () -> Entrance.now(admissions.complete(begun, Entrance.somebody().user("u").build())))
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreUnavailableException.class);
    assertThat(throttlex.inspect(IP_KEY).get(0).remaining()).isEqualTo(2);
  }

  @Test
  void deciderFromOutside_decidesEverythingAtOnce() {
    Entrance entrance = Entrance.of(perIp("ip", "5/1h"), perUser("user", "1/1h"));
    Admissions admissions = Admissions.by(entrance.throttlex);

    Admission first = Entrance.now(admissions.begin(Entrance.somebody().user("u").build()));
    Admission second = Entrance.now(admissions.begin(Entrance.somebody().user("u").build()));

    assertThat(first.decision().limits()).hasSize(2);
    assertThat(second.allowed()).isFalse();
    assertThat(entrance.left(IP_KEY)).isEqualTo(4);
  }
}
