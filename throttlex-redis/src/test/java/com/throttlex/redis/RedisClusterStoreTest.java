package com.throttlex.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.servers.RedisCluster;
import com.throttlex.tck.servers.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisClusterStoreTest {
  private static RedisCluster cluster;
  private static Redis redis;

  private final AtomicLong time = new AtomicLong();

  @BeforeAll
  static void start() {
    cluster = RedisCluster.start(3);
    redis = Connected.to(cluster.url() + "?timeout=10s");
  }

  @AfterAll
  static void stop() {
    redis.close();
    cluster.close();
  }

  @BeforeEach
  void flush() {
    cluster.flush();
  }

  @Test
  void batches_ofRandomRequestsAcrossSlots_areAnsweredAsOneAfterTheOtherInMemory()
      throws Exception {
    for (int seed = 0; seed < 30; seed++) {
      Batches.play(seed, time, RedisStore.withTime(redis, time::get, "rl" + seed));
    }
  }

  @Test
  void logs_chargedAcrossSlots_stayAsLongAsTheirLimit() throws Exception {
    RedisStore store = RedisStore.withTime(redis, time::get, "rl");
    Limit log = Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse("5/1s"));
    for (int i = 0; i < 60; i++) {
      time.set(1_700_000_000_000_000_000L + i * 250_000_000L);
      Charges charges = new Charges().start(0);
      charges.add(Key.of("log|user=one", "one"), 0, log, 1);
      charges.add(Key.of("log|user=two", "two"), 0, log, 1);
      Verdicts answer = store.decide(charges).toCompletableFuture().get(10, TimeUnit.SECONDS);
      assertThat(answer.admitted()).as("charge %s", i).isTrue();
    }
    List<Long> lengths = new ArrayList<>();
    for (RedisServer node : cluster.nodes()) {
      for (Object key : (List<?>) node.command("KEYS", "*")) {
        lengths.add((Long) node.command("LLEN", (String) key));
      }
    }
    assertThat(lengths).hasSize(2).allMatch(length -> length <= 6);
  }

  @Test
  void subjects_thatAreOdd_areNeverSplitOverSlots() throws Exception {
    RedisStore store = RedisStore.on(redis);
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/18250d"));
    for (String id : List.of("}", "{", "{}", "a{b", "}{", "", " ", "{{}}", "x".repeat(3000))) {
      Charges charges = new Charges().start(0).replayKey("again " + id).reserve(id, 1_000_000_000L);
      charges.add(Key.of("one|user=" + id, id), 0, limit, 1);
      charges.add(Key.of("two|user=" + id, id), 1, limit, 1, 1, Terms.PLAIN);
      Verdicts answer = store.decide(charges).toCompletableFuture().get(10, TimeUnit.SECONDS);
      assertThat(answer.admitted()).as("\"%s\"", id).isTrue();
      store.settle(answer.reservation(), 3, 0).toCompletableFuture().get(10, TimeUnit.SECONDS);
      for (int i = 0; i < 2; i++) {
        Charges look = new Charges().start(0).dryRun();
        look.add(charges.get(i).key(), i, limit, 1);
        Verdicts seen = store.decide(look).toCompletableFuture().get(10, TimeUnit.SECONDS);
        assertThat(seen.get(0).remaining()).as("left for \"%s\"", id).isEqualTo(7);
      }
    }
  }

  @Test
  void charges_whileTheirSlotMoves_neverFailAndAreNeverMiscounted() throws Exception {
    RedisStore store = RedisStore.on(redis);
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("1000000/18250d"));
    Limit log = Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse("100000/18250d"));
    Key key = Key.of("moving|user=one", "one");
    Key other = Key.of("still|user=two", "two");
    AtomicBoolean moved = new AtomicBoolean();
    CompletableFuture<Long> charging =
        CompletableFuture.supplyAsync(
            () -> {
              long charged = 0;
              while (!moved.get() || charged < 500) {
                Charges charges = new Charges().start(0);
                charges.add(key, 0, limit, 1);
                charges.add(key, 1, log, 1);
                charges.add(other, 0, limit, 1);
                charged += store.decide(charges).toCompletableFuture().join().admitted() ? 1 : 0;
              }
              return charged;
            });
    try {
      int slot = KeyNames.slot(KeyNames.SHARED.counter(key, 0));
      List<RedisServer> nodes = new ArrayList<>(cluster.nodes());
      for (int i = 0; i < 6; i++) {
        cluster.moveSlot(slot, nodes.get(i % 3));
      }
    } finally {
      moved.set(true);
    }
    long charged = charging.get(60, TimeUnit.SECONDS);
    Charges look = new Charges().start(0).dryRun();
    look.add(key, 0, limit, 1);
    look.add(key, 1, log, 1);
    look.add(other, 0, limit, 1);
    Verdicts seen = store.decide(look).toCompletableFuture().get(10, TimeUnit.SECONDS);
    assertThat(1_000_000 - seen.get(0).remaining()).isEqualTo(charged);
    assertThat(100_000 - seen.get(1).remaining()).isEqualTo(charged);
    assertThat(1_000_000 - seen.get(2).remaining()).isEqualTo(charged);
  }

  @Test
  void reservation_acrossSlots_isSettledOnceByAnotherNode() throws Exception {
    Limit limit = Limit.of(Algorithm.FIXED_WINDOW, Rate.parse("10/18250d"));
    Charges charges = new Charges().start(0).reserve("work", 60_000_000_000L);
    for (String user : List.of("a", "b", "c")) {
      charges.add(Key.of("held|user=" + user, user), 0, limit, 4);
    }
    Verdicts answer =
        RedisStore.on(redis).decide(charges).toCompletableFuture().get(10, TimeUnit.SECONDS);
    RedisStore other = RedisStore.on(redis);
    String name = answer.reservation();
    assertThat(name).startsWith("work@").contains("-");
    assertThat(other.settle(name, 1, 0).toCompletableFuture().get(10, TimeUnit.SECONDS))
        .isEqualTo(Settlement.SETTLED);
    assertThat(other.settle(name, 0, 0).toCompletableFuture().get(10, TimeUnit.SECONDS))
        .isEqualTo(Settlement.ALREADY_SETTLED);
    for (int i = 0; i < 3; i++) {
      assertThat(left(other, charges.get(i).key(), limit)).isEqualTo(9);
    }
  }

  @Test
  void request_ofWhichOnePartGetsNoAnswer_failsAndLeavesNothingChargedElsewhere() throws Exception {
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("10/18250d"));
    RedisServer stopped = cluster.nodes().get(2);
    Key here = keyIn(0, RedisCluster.SLOTS / 3);
    Key there = keyIn(RedisCluster.SLOTS / 3 * 2 + 2, RedisCluster.SLOTS);
    try (Redis quick = Connected.to(cluster.url() + "?timeout=300ms")) {
      RedisStore store = RedisStore.on(quick);
      assertThat(left(store, here, limit) + left(store, there, limit)).isEqualTo(20);
      Charges charges = new Charges().start(0);
      charges.add(here, 0, limit, 3);
      charges.add(there, 0, limit, 3);
      stopped.pause();
      assertThatThrownBy(
              () -> store.decide(charges).toCompletableFuture().get(30, TimeUnit.SECONDS))
          .hasCauseInstanceOf(StoreUnavailableException.class);
      assertThat(left(store, here, limit)).isEqualTo(10);
    } finally {
      stopped.resume();
      cluster.awaitWhole();
    }
  }

  @Test
  void batch_ofWhichOneRequestIsWrong_tellsOfItAndChargesTheOthersOnce() throws Exception {
    Limit limit = Limit.of(Algorithm.TOKEN_BUCKET, Rate.parse("10/18250d"));
    List<Key> keys = List.of(keyIn(0, 2000), keyIn(6000, 8000), keyIn(12_000, 14_000));
    List<Charges> requests = new ArrayList<>();
    for (Key key : keys) {
      Charges charges = new Charges().start(0);
      charges.add(key, 0, limit, 1);
      requests.add(charges);
    }
    requests.get(1).add(keys.get(1), 0, limit, 1); // the same counter twice
    RedisStore store = RedisStore.on(redis);
    Map<Integer, Boolean> told = new ConcurrentHashMap<>();

    assertThatThrownBy(
            () ->
                store
                    .decideAll(
                        requests.stream().map(Verdicts::new).toList(),
                        (number, failure) -> told.put(number, failure == null))
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS))
        .hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(told).isEqualTo(Map.of(0, true, 1, false, 2, true));
    assertThat(left(store, keys.get(0), limit)).isEqualTo(9);
    assertThat(left(store, keys.get(1), limit)).isEqualTo(10);
    assertThat(left(store, keys.get(2), limit)).isEqualTo(9);
  }

  private static Key keyIn(int from, int end) {
    for (int i = 0; ; i++) {
      Key key = Key.of("part|user=" + i, Integer.toString(i));
      int slot = KeyNames.slot(KeyNames.SHARED.counter(key, 0));
      if (slot >= from && slot < end) {
        return key;
      }
    }
  }

  private static long left(RedisStore store, Key key, Limit limit) throws Exception {
    Charges charges = new Charges().start(0).dryRun();
    charges.add(key, 0, limit, 1);
    Verdicts answer = store.decide(charges).toCompletableFuture().get(10, TimeUnit.SECONDS);
    return answer.get(0).remaining();
  }
}
