package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests batches with more charges than one run of a script decides. */
class LargeBatchTest {
  private static final Limit LIMIT = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("10/18250d"));
  private static final int REQUESTS = 12;
  private static final int CHARGES = 100;

  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  private static List<Charges> requests() {
    List<Charges> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      Charges charges = new Charges().start(0);
      for (int j = 0; j < CHARGES; j++) {
        charges.add(Key.of("many|user=" + i, "" + i), j, LIMIT, 1);
      }
      requests.add(charges);
    }
    return requests;
  }

  @Test
  void batch_withAWrongRequestAtItsEnd_chargesNothing() {
    List<Charges> requests = requests();
    Charges last = requests.get(REQUESTS - 1);
    last.add(last.get(0).key(), 0, LIMIT, 1); // the same counter twice

    assertThatThrownBy(
            () ->
                RedisStore.on(REDIS.connection())
                    .decideAll(requests.stream().map(Verdicts::new).toList())
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(REDIS.server().command("DBSIZE")).isEqualTo(0L);
  }

  @Test
  void batch_ofWhichALaterRunFails_tellsOfTheRequestsBefore() {
    // The counter of the eighth request, which is in the second run, is no counter.
    REDIS
        .server()
        .command("RPUSH", KeyNames.SHARED.counter(Key.of("many|user=7", "7"), 0), "wrong");
    Set<Integer> decided = new ConcurrentSkipListSet<>();

    assertThatThrownBy(
            () ->
                RedisStore.on(REDIS.connection())
                    .decideAll(
                        requests().stream().map(Verdicts::new).toList(),
                        (number, failure) -> decided.add(number))
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS))
        .isNotNull();
    assertThat(decided).containsExactly(0, 1, 2, 3, 4);
  }
}
