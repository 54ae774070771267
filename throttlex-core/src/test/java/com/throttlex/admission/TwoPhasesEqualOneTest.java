package com.throttlex.admission;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.Decision;
import com.throttlex.Explanation;
import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Deciding in two phases comes to the same as deciding at once: every verdict, every wait and every
 * counter, over random rules and requests, with answers that end at random.
 */
class TwoPhasesEqualOneTest {
  private static final int SEEDS = 200;
  private static final int STEPS = 60;

  private record Inside(Decision once, Admission twice) {}

  @Test
  void verdictsAndCounters_overRandomRequests_areThoseOfOnePhase() {
    int[] denied = new int[2];
    for (int seed = 0; seed < SEEDS; seed++) {
      play(seed, denied);
    }
    // Neither verdict may be rare, or the comparison would say little.
    assertThat(denied[0]).isGreaterThan(SEEDS * STEPS / 10);
    assertThat(denied[1]).isGreaterThan(SEEDS * STEPS / 10);
  }

  private static void play(int seed, int[] verdicts) {
    RandomBooks random = new RandomBooks(seed);
    RuleBook book = random.book();
    Entrance twice = new Entrance(book);
    ThrottleX once = ThrottleX.of(book, new MemoryStore(), twice.time);
    List<Inside> inside = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      twice.time.pass(Duration.ofNanos(random.below(5) * 700_000_000L));
      if (!inside.isEmpty() && random.oneIn(2)) {
        Inside leaving = inside.remove(random.below(inside.size()));
        once.release(leaving.once);
        leaving.twice.end();
      }
      RequestContext shown = random.shown().build();
      RequestContext known = random.known(shown);
      Decision decision = once.check(known);
      Admission admission = enter(twice, shown, known);
      String at = "seed " + seed + ", step " + step + ", ";
      Supplier<String> where = () -> at + book.rules();
      assertThat(admission.allowed()).as(where).isEqualTo(decision.allowed());
      assertThat(admission.delayNanos()).as(where).isEqualTo(decision.delayNanos());
      assertSameAnswer(where, admission.decision(), decision);
      assertThat(counters(twice.throttlex, known)).as(where).isEqualTo(counters(once, known));
      verdicts[decision.allowed() ? 1 : 0]++;
      if (decision.allowed()) {
        inside.add(new Inside(decision, admission));
      }
    }
  }

  private static Admission enter(Entrance entrance, RequestContext shown, RequestContext known) {
    Admission begun = Entrance.now(entrance.admissions.begin(shown));
    return begun.allowed() ? Entrance.now(entrance.admissions.complete(begun, known)) : begun;
  }

  /**
   * An allowed request shows the same limits; a denied one only those of the phase that denied it.
   */
  private static void assertSameAnswer(Supplier<String> where, Decision told, Decision expected) {
    if (expected.allowed()) {
      assertThat(told.limits()).as(where).containsExactlyInAnyOrderElementsOf(expected.limits());
      assertThat(isShadow(told)).as(where).isEqualTo(isShadow(expected));
      if (!isShadow(expected)) {
        assertThat(told.remaining()).as(where).isEqualTo(expected.remaining());
      }
    } else {
      assertThat(expected.limits().stream().map(LimitStatus::rule).toList())
          .as(where)
          .containsAll(told.limits().stream().map(LimitStatus::rule).toList());
    }
  }

  private static boolean isShadow(Decision decision) {
    return decision.rule() == null || decision.limits().get(decision.reported()).shadow();
  }

  private static List<Explanation.RuleExplanation> counters(ThrottleX engine, RequestContext of) {
    return engine.explain(of).rules();
  }
}
