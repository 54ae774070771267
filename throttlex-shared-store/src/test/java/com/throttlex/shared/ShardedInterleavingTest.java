package com.throttlex.shared;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests requests over shards whose answers come in any order; a failure names its seed. */
class ShardedInterleavingTest {
  private static final int KEYS = 5;
  private static final long AMOUNT = 6;
  private static final List<Limit> LIMITS =
      List.of(
          Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("6/30d")),
          Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse("6/30d")),
          Limit.of(Algorithm.CONCURRENCY, Rate.parse("6/30d")));

  /** A request that was sent, perhaps as a repeat of one that is known to be admitted. */
  private record Sent(
      Charges charges, String id, boolean repeatsAdmission, CompletableFuture<Verdicts> stage) {
    boolean isAdmitted() {
      return stage.isDone() && !stage.isCompletedExceptionally() && stage.join().admitted();
    }
  }

  /** Shards, and the requests sent to them in one random order. */
  private static final class Play {
    private final Random random;
    private final Limit limit;
    private final SteppedTime time = new SteppedTime();
    private final List<LateStore> shards = new ArrayList<>();
    private final Store store;
    private final List<Sent> sent = new ArrayList<>();

    Play(int seed, boolean lossy) {
      random = new Random(seed);
      limit = LIMITS.get(seed % LIMITS.size());
      List<ShardedStore.Shard> named = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        LateStore shard = new LateStore(time, random);
        shard.lossy = lossy;
        shards.add(shard);
        named.add(new ShardedStore.Shard("db-" + i, shard));
      }
      store = new ShardedStore(named);
    }

    static Key key(int number) {
      return Key.of("r|user=" + number, "u" + number);
    }

    /** Sends requests and their repeats, several at a time. */
    void play(int requests) {
      for (int i = 0; i < requests; i++) {
        long seed = random.nextLong();
        boolean repeatable = random.nextBoolean();
        for (int times = repeatable ? 1 + random.nextInt(3) : 1; times > 0; times--) {
          send("request-" + i, new Random(seed), repeatable);
          time.pass(
              Duration.ofNanos(random.nextInt(random.nextInt(3) == 0 ? 60_000_000 : 4_000_000)));
        }
      }
      time.passMillis(1_000);
      assertThat(time.scheduled()).isZero();
      assertThat(sent).allMatch(one -> one.stage.isDone());
    }

    private void send(String id, Random choice, boolean repeatable) {
      Charges charges = new Charges().start(time.nanos());
      List<Integer> keys = new ArrayList<>(IntStream.range(0, KEYS).boxed().toList());
      Collections.shuffle(keys, choice);
      for (int i = 0; i < 2 + choice.nextInt(2); i++) {
        charges.add(key(keys.get(i)), 0, limit, 1 + choice.nextInt(2));
      }
      if (repeatable) {
        charges.replayKey(id);
      }
      if (choice.nextInt(3) == 0) {
        charges.reserve(id, 60_000_000_000L);
      }
      boolean repeatsAdmission = sent.stream().anyMatch(o -> o.id.equals(id) && o.isAdmitted());
      CompletableFuture<Verdicts> stage = store.decide(charges).toCompletableFuture();
      sent.add(new Sent(charges, id, repeatsAdmission, stage));
    }

    /** Returns the admitted units of a key; repeats are one request. */
    long admitted(int key) {
      long admitted = 0;
      Set<String> counted = new HashSet<>();
      for (Sent one : sent) {
        for (int i = 0; one.isAdmitted() && i < one.charges.size(); i++) {
          Charge charge = one.charges.get(i);
          if (charge.key().text().equals(key(key).text()) && counted.add(one.id)) {
            admitted += charge.cost();
          }
        }
      }
      return admitted;
    }

    /** Returns the units that its shard has charged to a key. */
    long charged(int key) {
      long charged = 0;
      for (LateStore shard : shards) {
        Charges look = new Charges().start(time.nanos()).dryRun();
        look.add(key(key), 0, limit, 1);
        charged += AMOUNT - shard.decideNow(look).get(0).remaining();
      }
      return charged;
    }
  }

  @Test
  void requests_inAnyOrder_areChargedWhatIsAdmittedAndNothingElse() {
    long denied = 0;
    long repeated = 0;
    for (int seed = 0; seed < 600; seed++) {
      Play play = new Play(seed, false);
      play.play(12);
      for (int key = 0; key < KEYS; key++) {
        assertThat(play.charged(key))
            .as("charged to key %s with seed %s", key, seed)
            .isEqualTo(play.admitted(key))
            .isLessThanOrEqualTo(AMOUNT);
      }
      for (Sent one : play.sent) {
        assertThat(one.isAdmitted() || !one.repeatsAdmission)
            .as("verdict on a repetition of %s with seed %s", one.id, seed)
            .isTrue();
        denied += one.isAdmitted() ? 0 : 1;
        repeated += one.repeatsAdmission ? 1 : 0;
      }
    }
    assertThat(denied).isPositive();
    assertThat(repeated).isPositive();
  }

  @Test
  void requests_whenQuestionsAndAnswersGetLost_areNeverAdmittedUncharged() {
    long failed = 0;
    for (int seed = 0; seed < 3_000; seed++) {
      Play play = new Play(seed, true);
      play.play(12);
      for (int key = 0; key < KEYS; key++) {
        assertThat(play.admitted(key))
            .as("admitted of key %s with seed %s", key, seed)
            .isLessThanOrEqualTo(play.charged(key));
      }
      failed += play.sent.stream().filter(one -> one.stage.isCompletedExceptionally()).count();
    }
    assertThat(failed).isPositive();
  }
}
