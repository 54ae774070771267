package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.join;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Charges the same few keys as others, in another order, and settles its earlier charges. */
final class OpposingWork {
  static final int KEYS = 12;

  private static final int BATCH = 5;
  private static final int PARTS = 4;
  private static final long RESERVED = 600_000_000_000L;
  private static final Algorithm[] ALGORITHMS = {
    Algorithm.FIXED_WINDOW, Algorithm.SLIDING_WINDOW_COUNTER, Algorithm.SLIDING_WINDOW_LOG
  };

  private final JdbcStore store;
  private final Random random;
  private final Map<String, Long> units = new HashMap<>();
  private final List<Verdicts> open = new ArrayList<>();

  OpposingWork(JdbcStore store, Random random) {
    this.store = store;
    this.random = random;
  }

  /** Returns the units that it has left charged, by name. */
  Map<String, Long> run(int rounds) {
    for (int round = 0; round < rounds; round++) {
      List<CompletionStage<Settlement>> settlements = settleSome();
      List<Verdicts> batch = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        batch.add(new Verdicts(request()));
      }
      CompletionStage<Void> decided = store.decideAll(batch);
      settlements.forEach(one -> assertThat(join(one)).isEqualTo(Settlement.SETTLED));
      join(decided);
      batch.forEach(this::note);
    }
    return units;
  }

  private Charges request() {
    List<Integer> keys = IntStream.range(0, KEYS).boxed().collect(Collectors.toList());
    Collections.shuffle(keys, random);
    Charges charges = new Charges().start(0).reserve("r-" + random.nextLong(), RESERVED);
    for (int key : keys.subList(0, PARTS)) {
      Limit limit = Requests.forGood(ALGORITHMS[key % ALGORITHMS.length], 100_000);
      charges.add(Requests.key("opposed-" + key), 0, limit, 1 + random.nextInt(3));
    }
    return charges;
  }

  private void note(Verdicts answer) {
    assertThat(answer.admitted()).isTrue();
    open.add(answer);
    Charges charges = answer.charges();
    for (int i = 0; i < charges.size(); i++) {
      units.merge(charges.get(i).key().subject(), charges.get(i).cost(), Long::sum);
    }
  }

  private List<CompletionStage<Settlement>> settleSome() {
    List<CompletionStage<Settlement>> settlements = new ArrayList<>();
    while (open.size() > BATCH / 2) {
      Verdicts answer = open.remove(random.nextInt(open.size()));
      Charges charges = answer.charges();
      int used = random.nextInt(5);
      for (int i = 0; i < charges.size(); i++) {
        String name = charges.get(i).key().subject();
        units.merge(name, used - charges.get(i).cost(), Long::sum);
      }
      settlements.add(store.settle(String.valueOf(answer.reservation()), used, 0));
    }
    return settlements;
  }
}
