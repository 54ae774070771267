package com.throttlex;

import static com.throttlex.Lab.global;
import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import org.junit.jupiter.api.Test;

class StateTest {
  /** Gives back one unit a second. */
  private final Lab lab = Lab.of(perUser("r", "100/100s"));

  private State spend(long cost) {
    return lab.check("u", cost).state();
  }

  @Test
  void state_aboveEightyPercent_isWarning() {
    assertThat(spend(80)).isEqualTo(State.NORMAL);
    assertThat(spend(1)).isEqualTo(State.WARNING);
    assertThat(spend(19)).isEqualTo(State.WARNING);
    assertThat(spend(1)).isEqualTo(State.THROTTLED);
  }

  @Test
  void warning_endsBelowSeventyPercent() {
    assertThat(spend(81)).isEqualTo(State.WARNING);
    lab.time.passSeconds(11);
    assertThat(lab.check("u", 0).currentCount()).isEqualTo(70);
    assertThat(spend(0)).isEqualTo(State.WARNING);
    lab.time.passSeconds(1);
    assertThat(spend(0)).isEqualTo(State.NORMAL);
    assertThat(spend(10)).isEqualTo(State.NORMAL);
    assertThat(lab.check("u", 0).currentCount()).isEqualTo(79);
  }

  @Test
  void warning_ofOneKey_doesNotAffectAnotherKey() {
    assertThat(spend(81)).isEqualTo(State.WARNING);

    assertThat(lab.check("v", 75).state()).isEqualTo(State.NORMAL);
  }

  @Test
  void warning_ofOneLimit_doesNotAffectAnotherLimitOfTheSameKey() {
    Lab two = Lab.of(perUser("r", "100/1s", "120/1h").algorithm(Algorithm.FIXED_WINDOW));
    for (int i = 0; i < 40; i++) {
      String user = "user-" + i;
      assertThat(two.check(user, 85).state()).isEqualTo(State.WARNING);
      two.time.passSeconds(1);

      Decision decision = two.check(user, 5);

      assertThat(decision.limit()).isEqualTo(120);
      assertThat(decision.currentCount()).isEqualTo(90);
      assertThat(decision.state()).as(user).isEqualTo(State.NORMAL);
    }
  }

  @Test
  void state_afterDenialOfALargeCost_isNormalAgain() {
    assertThat(spend(75)).isEqualTo(State.NORMAL);
    assertThat(spend(90)).isEqualTo(State.THROTTLED);

    assertThat(spend(0)).isEqualTo(State.NORMAL);
  }

  @Test
  void state_afterDenialDuringWarning_isWarningAgain() {
    assertThat(spend(95)).isEqualTo(State.WARNING);
    assertThat(spend(50)).isEqualTo(State.THROTTLED);
    assertThat(spend(0)).isEqualTo(State.WARNING);
  }

  @Test
  void state_isThatOfTheReportedLimit() {
    Lab two = Lab.of(perUser("mine", "10/1h"), global("all", "1000/1h"));

    assertThat(two.check("u", 9).state()).isEqualTo(State.WARNING);
    assertThat(two.check("v", 8).state()).isEqualTo(State.NORMAL);
  }

  @Test
  void state_ofTheLargestPossibleLimit_isCorrect() {
    Lab huge = Lab.of(perUser("r", Rate.MAX_AMOUNT + "/2d").algorithm(Algorithm.FIXED_WINDOW));

    assertThat(huge.check("u", 80_000_000_000_000L).state()).isEqualTo(State.NORMAL);
    assertThat(huge.check("u", 1).state()).isEqualTo(State.WARNING);
    assertThat(huge.check("u", 19_999_999_999_999L).remaining()).isZero();
    assertThat(huge.check("u", 1).state()).isEqualTo(State.THROTTLED);
  }

  @Test
  void state_ofALimitOfOne_isWarningOnceUsed() {
    Lab one = Lab.of(perUser("r", "1/1h"));

    assertThat(one.check("u", 0).state()).isEqualTo(State.NORMAL);
    assertThat(one.check("u").state()).isEqualTo(State.WARNING);
    assertThat(one.check("u").state()).isEqualTo(State.THROTTLED);
  }
}
