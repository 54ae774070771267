package com.throttlex.tck;

import static com.throttlex.tck.StoreFixture.limit;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The contract of denials: denied checks and peeks change nothing, however many there are and
 * whatever their time is.
 *
 * <p>The denied check costs the whole limit, so it is still denied when some of the units in use
 * have expired.
 */
interface DenialContract extends StoreFixture {
  Key FULL = StoreDriver.key("full");
  int WITH_ROOM = 1;

  @Test
  default void fullCounter_underDeniedChecksAndPeeksFromManyThreads_staysAsItIs() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "20/1s");
      try (StoreDriver store = open()) {
        ReferenceModel model = fill(store, limit);
        long wait = model.peek(limit.capacity(), store.now(), 0).waitNanos();
        String kept = kept();
        List<Object> seen = look(store, limit, wait);
        assertThat(seen.get(0)).as("answers of %s", limit).isEqualTo(answers(model, store, wait));

        Together.run(8, thread -> deny(store, limit, wait, new Random(thread)));

        assertThat(kept()).as("kept under %s", limit).isEqualTo(kept);
        assertThat(look(store, limit, wait)).as("seen under %s", limit).isEqualTo(seen);
        admitsAfterTheWait(store, model, wait);
      }
    }
  }

  @Test
  default void newCounter_afterDenialsAlone_isAsGoodAsNone() {
    for (Algorithm algorithm : Algorithm.values()) {
      Limit limit = limit(algorithm, "20/1s");
      try (StoreDriver store = open()) {
        String kept = kept();
        for (int i = 0; i < 3; i++) {
          assertThat(store.charge(FULL, limit, 21).allowed()).isFalse();
          assertThat(store.charge(FULL, limit(algorithm, "20/3s"), 21).allowed()).isFalse();
          store.advance(-1_000_000);
        }
        assertThat(kept()).as("kept under %s", limit).isEqualTo(kept);
        assertThat(store.charge(FULL, limit, 20).allowed()).isTrue();
      }
    }
  }

  /** Charges at several times until a charge is denied; the counter next to it has room. */
  private static ReferenceModel fill(StoreDriver store, Limit limit) {
    Random random = new Random(5);
    ReferenceModel model = ReferenceModel.of(limit);
    Charges beside = store.start();
    beside.add(FULL, WITH_ROOM, limit, 3);
    store.decide(beside);
    ChargeAnswer answer;
    do {
      store.advance(30_000_000);
      long cost = 1L + random.nextInt(3);
      answer = store.charge(FULL, limit, cost);
      assertThat(answer).isEqualTo(model.charge(cost, store.now(), 0));
    } while (answer.allowed());
    return model;
  }

  /** Returns times around now, up to the time when the whole limit is free. */
  private static long[] moments(StoreDriver store, long wait) {
    long now = store.now();
    return new long[] {
      now - 500_000_000, now - 1, now, now + wait / 3, now + wait / 2, now + wait - 1, now + wait
    };
  }

  /** Returns everything that can be read of the two counters from outside. */
  private static List<Object> look(StoreDriver store, Limit limit, long wait) {
    long now = store.now();
    List<ChargeAnswer> answers = new ArrayList<>();
    List<Object> others = new ArrayList<>();
    for (long moment : moments(store, wait)) {
      store.at(moment);
      answers.add(store.ask(FULL, limit, 1));
      answers.add(store.ask(FULL, limit, limit.capacity()));
      others.add(store.inspect(FULL, 0).map(Status::remaining));
      others.add(store.inspect(FULL, WITH_ROOM).map(Status::remaining));
    }
    store.at(now);
    return List.of(answers, others);
  }

  private static List<ChargeAnswer> answers(ReferenceModel model, StoreDriver store, long wait) {
    List<ChargeAnswer> answers = new ArrayList<>();
    for (long moment : moments(store, wait)) {
      answers.add(model.peek(1, moment, 0));
      answers.add(model.peek(model.limit().capacity(), moment, 0));
    }
    return answers;
  }

  /** Sends checks at random times before the whole limit is free. */
  private Optional<Object> deny(StoreDriver store, Limit limit, long wait, Random random) {
    for (int i = 0; i < times(500); i++) {
      long now = store.now() + random.nextLong(-500_000_000, wait);
      timeIs(now);
      Charges charges = new Charges().start(now);
      switch (random.nextInt(6)) {
        case 0 -> charges.dryRun().add(FULL, 0, limit, 1 + random.nextInt(20));
        case 1 -> charges.add(FULL, 0, limit, 0);
        case 2 -> charges.reserve("denied", 1_000_000_000L).add(FULL, WITH_ROOM, limit, 1);
        case 3 -> charges.replayKey("denied-" + random.nextInt(3)).add(FULL, WITH_ROOM, limit, 1);
        default -> charges.add(FULL, WITH_ROOM, limit, 1);
      }
      if (charges.get(0).index() == WITH_ROOM) {
        charges.add(FULL, 0, limit, limit.capacity());
        assertThat(store.decide(charges).admitted()).as("the whole of %s", limit).isFalse();
      } else {
        store.decide(charges);
      }
    }
    return Optional.empty();
  }

  private static void admitsAfterTheWait(StoreDriver store, ReferenceModel model, long wait) {
    Limit limit = model.limit();
    store.advance(wait - 1);
    assertThat(store.charge(FULL, limit, limit.capacity()).allowed()).as("early").isFalse();
    store.advance(1);
    for (long cost : new long[] {limit.capacity() - 2, 1, 2, 1}) {
      assertThat(store.charge(FULL, limit, cost))
          .as("%s of %s after the wait", cost, limit)
          .isEqualTo(model.charge(cost, store.now(), 0));
    }
  }
}
