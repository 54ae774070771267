package com.throttlex.shared;

import static com.throttlex.shared.LeaseLab.LEASED;
import static com.throttlex.shared.LeaseLab.MILLI;
import static com.throttlex.shared.LeaseLab.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests requests with several charges, some of them leased. */
class LeasedTogetherTest {
  private static final Key OTHER = Key.of("lab|user=b", "b");
  private static final Limit WIDE = limit(Algorithm.FIXED_WINDOW, "100000/1h");
  private static final Limit NARROW = limit(Algorithm.FIXED_WINDOW, "100/1h");
  private static final Terms SHADOW = new Terms(true, 0, LEASED.sync(), LEASED.onFailure());

  private static Charges two(LeaseLab lab, Limit other, int rule, Terms terms) {
    Charges charges = lab.request(WIDE, 1);
    charges.add(OTHER, 0, other, 1, rule, terms);
    return charges;
  }

  @Test
  void denial_ofAStrictCharge_putsTheLeasedUnitsBack() {
    LeaseLab lab = new LeaseLab(0);
    try (Leases node = lab.node(1)) {
      long admitted = 0;
      for (int i = 0; i < 1000; i++) {
        Verdicts asked = lab.ask(node, two(lab, NARROW, 1, Terms.PLAIN));
        admitted += asked.admitted() ? 1 : 0;
        assertThat(asked.get(0).remaining()).isEqualTo(100_000 - admitted);
        assertThat(asked.get(1).allowed()).isEqualTo(i < 100);
        lab.time.advance(MILLI / 10);
      }
      assertThat(admitted).isEqualTo(100);
    }
    assertThat(lab.left(WIDE)).isEqualTo(99_900);
  }

  @Test
  void denial_ofAShadowRule_chargesNoneOfItsLeasedParts() {
    LeaseLab lab = new LeaseLab(0);
    try (Leases node = lab.node(1)) {
      for (int i = 0; i < 1000; i++) {
        Charges charges = new Charges().start(lab.time.nanos());
        charges.add(LeaseLab.KEY, 0, WIDE, 1, 0, SHADOW);
        charges.add(
            OTHER, 0, NARROW, 1, 0, new Terms(true, 0, Terms.PLAIN.sync(), SHADOW.onFailure()));
        Verdicts asked = lab.ask(node, charges);
        assertThat(asked.admitted()).isTrue();
        assertThat(asked.get(0).allowed()).isTrue();
        lab.time.advance(MILLI / 10);
      }
    }
    assertThat(lab.left(WIDE)).as("left when a hundred counted").isEqualTo(99_900);
  }

  @Test
  void charges_thatAreAllLeased_areDecidedHere() {
    LeaseLab lab = new LeaseLab(MILLI);
    try (Leases node = lab.node(1)) {
      for (int i = 0; i < 10_000; i++) {
        assertThat(lab.ask(node, two(lab, WIDE, 1, LEASED)).admitted()).isTrue();
        lab.time.advance(MILLI / 10);
      }
      assertThat(lab.remote.calls()).isLessThan(100);
    }
  }

  @Test
  void requests_ofAllKinds_leaveTheSharedCountersAsIfAskedOneByOne() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      LeaseLab lab = new LeaseLab(random.nextInt(2) * MILLI);
      long[] used = new long[2];
      try (Leases node = lab.node(seed)) {
        for (int i = 0; i < 2000; i++) {
          long cost = random.nextLong(1, 4);
          Charges charges = new Charges().start(lab.time.nanos());
          charges.add(LeaseLab.KEY, 0, WIDE, cost, 0, random.nextBoolean() ? LEASED : SHADOW);
          Terms terms = random.nextBoolean() ? LEASED : Terms.PLAIN;
          charges.add(OTHER, 0, limit(Algorithm.FIXED_WINDOW, "1000/1h"), cost, 1, terms);
          Verdicts asked = lab.ask(node, charges);
          used[0] += asked.counts(asked.get(0)) ? cost : 0;
          used[1] += asked.counts(asked.get(1)) ? cost : 0;
          lab.time.advance(random.nextInt(3) * MILLI / 10);
        }
        node.returnAll();
        lab.time.advance(10 * MILLI);
      }
      assertThat(100_000 - lab.left(WIDE)).as("seed %s", seed).isEqualTo(used[0]);
      assertThat(used[1]).as("seed %s", seed).isEqualTo(1000);
    }
  }
}
