package com.throttlex;

import static com.throttlex.Lab.perUser;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RolloutTest {
  private static final int USERS = 10_000;

  /** The users, by number, that a rule of that id and rollout applies to. */
  private static Set<Integer> chosen(String id, int rollout) {
    Lab lab = Lab.of(perUser(id, "5/1m").rollout(rollout));
    Set<Integer> chosen = new HashSet<>();
    for (int i = 0; i < USERS; i++) {
      if (id.equals(lab.check("user-" + i).rule())) {
        chosen.add(i);
      }
    }
    return chosen;
  }

  @ParameterizedTest
  @CsvSource({"1, 60, 140", "10, 900, 1100", "30, 2850, 3150", "50, 4850, 5150", "99, 9860, 9940"})
  void rollout_appliesToAboutThatPercentageOfKeys(int rollout, int least, int most) {
    assertThat(chosen("r", rollout)).hasSizeBetween(least, most);
  }

  @Test
  void rollout_ofZeroOrHundredPercent_appliesToNoneOrAll() {
    assertThat(chosen("r", 0)).isEmpty();
    assertThat(chosen("r", 100)).hasSize(USERS);
  }

  @Test
  void rollout_inAnotherEngine_choosesTheSameKeys() {
    assertThat(chosen("r", 30)).isEqualTo(chosen("r", 30));
  }

  @Test
  void rollout_whenIncreased_keepsTheKeysAlreadyChosen() {
    assertThat(chosen("r", 60)).containsAll(chosen("r", 30));
  }

  @Test
  void rollout_ofTwoRules_choosesKeysIndependently() {
    Set<Integer> both = chosen("r", 50);
    both.retainAll(chosen("s", 50));

    assertThat(both).hasSizeBetween(2350, 2650);
  }

  @Test
  void rule_notRolledOutToAKey_doesNotCountIt() {
    Lab lab = Lab.of(perUser("r", "1/1m").rollout(0));

    lab.use("u", 10);

    assertThat(lab.throttlex.inspect("r|user=u")).isEmpty();
  }

  @Test
  void rule_partlyRolledOut_replacesOnlyForItsKeys() {
    Lab lab = Lab.of(perUser("old", "1/1m"), perUser("new", "5/1m").rollout(50).replaces("old"));
    int old = 0;
    for (int i = 0; i < 1000; i++) {
      Decision decision = lab.check("user-" + i);
      assertThat(decision.limits()).hasSize(1);
      old += "old".equals(decision.rule()) ? 1 : 0;
    }

    assertThat(old).isBetween(430, 570);
  }
}
