package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Random batches; each must get the answers of the memory store, one request after the other. */
final class Batches {
  private static final List<String> RATES = List.of("3/1s", "7/1m", "10/1s", "20/2s", "70/1s");
  private static final int KEYS = 5;

  private final Random random;
  private final AtomicLong time;
  private final BatchStore store;
  private final MemoryStore memory = new MemoryStore();
  private int named;

  private Batches(long seed, AtomicLong time, BatchStore store) {
    random = new Random(seed);
    this.time = time;
    this.store = store;
  }

  static void play(long seed, AtomicLong time, BatchStore store) throws Exception {
    time.set(1_700_000_000_000_000_000L + seed * 1_234_567_891L);
    Batches batches = new Batches(seed, time, store);
    for (int i = 0; i < 15; i++) {
      batches.next("seed " + seed + ", batch " + i);
      time.addAndGet(batches.random.nextInt(1_500_000_000));
    }
  }

  private void next(String which) throws Exception {
    List<Verdicts> asked = new ArrayList<>();
    List<Verdicts> expected = new ArrayList<>();
    int size = 1 + random.nextInt(30);
    for (int i = 0; i < size; i++) {
      Charges charges = request();
      asked.add(new Verdicts(charges));
      expected.add(new Verdicts(charges));
    }
    expected.forEach(memory::decide);
    store.decideAll(asked).toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(asked.stream().map(Batches::print).toList())
        .as(which)
        .isEqualTo(expected.stream().map(Batches::print).toList());
  }

  private Charges request() {
    Charges charges = new Charges().start(time.get());
    int first = random.nextInt(KEYS);
    int size = random.nextInt(3) == 0 ? 2 + random.nextInt(2) : 1;
    boolean dry = random.nextInt(8) == 0;
    String replay = random.nextInt(8) == 0 ? "again-" + random.nextInt(5) + "-" + size : null;
    String reservation = random.nextInt(8) == 0 ? "work-" + named++ : null;
    boolean shadow = random.nextInt(5) == 0;
    for (int i = 0; i < size; i++) {
      Key key = Key.of("batch|user=" + (first + i) % KEYS, "user-" + (first + i) % KEYS);
      Limit limit = limit();
      long cost = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(random.nextInt(6) == 0 ? 30 : 3);
      long delay =
          limit.algorithm().canDelay() && random.nextInt(4) == 0 ? random.nextInt(900_000_000) : 0;
      int share = random.nextInt(3) == 0 ? 25 * random.nextInt(5) : Terms.WHOLE;
      Terms terms = new Terms(i == 1 && shadow, delay, Sync.STRICT, FailureMode.LOCAL, share);
      int rule = i == 1 && shadow ? 1 : 0;
      charges.add(key, 0, limit, cost, rule, terms);
    }
    if (dry) {
      charges.dryRun();
    }
    if (replay != null) {
      charges.replayKey(first + replay);
    }
    if (reservation != null) {
      charges.reserve(reservation, 300_000_000_000L);
    }
    return charges;
  }

  private Limit limit() {
    Algorithm[] all = Algorithm.values();
    Algorithm algorithm = random.nextInt(3) == 0 ? all[random.nextInt(all.length)] : all[2];
    return Limit.of(algorithm, Rate.parse(RATES.get(random.nextInt(RATES.size()))));
  }

  private static String print(Verdicts answer) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < answer.size(); i++) {
      ChargeVerdict verdict = answer.get(i);
      Charge charge = verdict.charge();
      text.append(charge.key().text()).append(' ').append(charge.needed()).append(" of ");
      text.append(verdict.limit()).append(verdict.allowed() ? " allowed" : " denied");
      text.append(" left ").append(verdict.remaining()).append(" reset ").append(verdict.resetAt());
      text.append(" wait ").append(verdict.waitNanos()).append(" delay ");
      text.append(verdict.delayNanos()).append(" booked ").append(verdict.bookedAt()).append("; ");
    }
    Charges charges = answer.charges();
    return text.append(charges.isDryRun() ? "dry " : "").append(charges.replayKey()).toString();
  }
}
