package com.throttlex.shared;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Three shards that fail as a test sets, and keys in known shards. */
final class ShardLab {
  static final Limit TEN = limit("10/1h");

  final SteppedTime time = new SteppedTime();
  final List<FaultyStore> faulty = new ArrayList<>();
  final ShardedStore store;
  private final Shards shards;

  ShardLab() {
    this(shard -> shard);
  }

  /** Creates shards with a wrapper around each. */
  ShardLab(Function<FaultyStore, Store> around) {
    List<ShardedStore.Shard> named = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      faulty.add(new FaultyStore(time));
      named.add(new ShardedStore.Shard("db-" + i, around.apply(faulty.get(i))));
    }
    store = new ShardedStore(named);
    shards = new Shards(named);
  }

  static Limit limit(String rate) {
    return Limit.of(Algorithm.FIXED_WINDOW, Rate.parse(rate));
  }

  /** Returns a key in that shard; another number gives another key. */
  Key key(int shard, int number) {
    for (int i = 0; ; i++) {
      String subject = number + "-" + i;
      Key key = Key.of("r|user=" + subject, subject);
      if (shards.shard(key) == shard) {
        return key;
      }
    }
  }

  Charges start() {
    return new Charges().start(time.nanos());
  }

  Verdicts decide(Charges charges) {
    return store.decide(charges).toCompletableFuture().join();
  }

  /** Returns one charge in each of these shards, on their first key. */
  Charges charges(long cost, int... in) {
    Charges charges = start();
    for (int shard : in) {
      charges.add(key(shard, 0), 0, TEN, cost);
    }
    return charges;
  }

  Settlement settle(String reservation, long cost) {
    return store.settle(reservation, cost, time.nanos()).toCompletableFuture().join();
  }

  /** Returns what the shard itself has left of its first key. */
  long left(int shard) {
    Charges charges = start().dryRun();
    charges.add(key(shard, 0), 0, TEN, 1);
    MemoryStore memory = faulty.get(shard).memory;
    return memory.decide(charges).toCompletableFuture().join().get(0).remaining();
  }
}
