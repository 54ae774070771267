package com.throttlex.jdbc.counters;

import static com.throttlex.jdbc.counters.Requests.admits;
import static com.throttlex.jdbc.counters.Requests.join;
import static com.throttlex.jdbc.counters.Requests.one;
import static com.throttlex.jdbc.counters.Requests.used;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.shared.faults.Figures;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.Together;
import com.throttlex.tck.servers.Sql;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests contention of many nodes: no deadlock reaches a caller, and every unit is counted. */
interface StormContract extends CounterFixture {
  int STORES = 4;

  @Test
  default void newKeys_from64ThreadsInPairs_areChargedOnceEach() {
    int threads = 64;
    int keys = 100;
    int batch = 10;
    Limit once = Requests.forGood(Algorithm.TOKEN_BUCKET, 1);
    long before = Sql.number(url(), deadlocks());
    try (Stores stores = Stores.open(url(), STORES, PATIENCE)) {
      long admitted =
          Together.sum(
              threads,
              thread -> {
                long mine = 0;
                for (int from = 0; from < 2 * keys; from += batch) {
                  // Its own keys, and in between those of its neighbour.
                  int owner = (thread + from / batch % 2) % threads;
                  int first = from / 2 / batch * batch;
                  List<Verdicts> requests =
                      IntStream.range(first, first + batch)
                          .mapToObj(i -> new Verdicts(one(once, "new-" + owner + "-" + i)))
                          .toList();
                  join(stores.of(thread).decideAll(requests));
                  mine += requests.stream().filter(Verdicts::admitted).count();
                }
                return mine;
              });

      assertThat(admitted).isEqualTo((long) threads * keys);
    }
    tell("new keys", before);
  }

  @Test
  default void missingKey_askedForBy200AtOnce_admitsExactlyTheLimit() {
    Limit limit = Requests.forGood(Algorithm.SLIDING_WINDOW_LOG, 50);
    long before = Sql.number(url(), deadlocks());
    try (Stores stores = Stores.open(url(), STORES, PATIENCE)) {
      for (int round = 0; round < 5; round++) {
        String name = "missing-" + round;
        long admitted = Together.sum(200, i -> admits(stores.of(i), one(limit, name)) ? 1L : 0L);

        assertThat(admitted).as("round %d", round).isEqualTo(50);
        assertThat(used(stores.of(round), name)).isEqualTo(50);
      }
    }
    tell("same missing key", before);
  }

  @Test
  default void newKeys_severalOfThemInEachRequest_areCountedExactly() {
    Limit limit = Requests.forGood(Algorithm.FIXED_WINDOW, 1_000);
    long before = Sql.number(url(), deadlocks());
    try (Stores stores = Stores.open(url(), STORES, PATIENCE)) {
      for (int round = 0; round < 15; round++) {
        String set = "set-" + round + "-";
        Together.run(
            16,
            i -> {
              // Five of eight in a row, so every key is in five of the eight possible requests.
              String[] names =
                  IntStream.range(i, i + 5).mapToObj(key -> set + key % 8).toArray(String[]::new);
              return admits(stores.of(i), one(limit, names));
            });

        for (int key = 0; key < 8; key++) {
          assertThat(used(stores.of(key), set + key)).as("units of %s%d", set, key).isEqualTo(10);
        }
      }
    }
    tell("several new keys", before);
  }

  @Test
  default void batches_inOpposingOrderAmongSettlements_areCountedExactly() {
    long before = Sql.number(url(), deadlocks());
    try (Stores stores = Stores.open(url(), STORES, PATIENCE)) {
      List<Map<String, Long>> charged =
          Together.run(24, i -> new OpposingWork(stores.of(i), new Random(i)).run(12));

      Map<String, Long> sums = new HashMap<>();
      charged.forEach(mine -> mine.forEach((name, units) -> sums.merge(name, units, Long::sum)));
      assertThat(sums).hasSize(OpposingWork.KEYS);
      sums.forEach(
          (name, units) ->
              assertThat(used(stores.of(0), name)).as("units of %s", name).isEqualTo(units));
    }
    tell("opposing batches", before);
  }

  private void tell(String storm, long before) {
    Figures.tell(
        "%s, %s: %d deadlocks on the server, none seen by a caller",
        server().getClass().getSimpleName(), storm, Sql.number(url(), deadlocks()) - before);
  }
}
