package com.throttlex.redis;

import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.RegisterExtension;

class RedisStoreContractTest extends StoreContract {
  @RegisterExtension static final EmptyRedis REDIS = new EmptyRedis();

  private final AtomicLong time = new AtomicLong();
  private final AtomicLong stores = new AtomicLong();
  private final KeptKeys keptKeys = new KeptKeys();

  @Override
  public Store createStore() {
    return RedisStore.withTime(REDIS.connection(), time::get, "rl" + stores.incrementAndGet());
  }

  @Override
  public void timeIs(long nanos) {
    time.set(nanos);
  }

  @Override
  public String kept() {
    return keptKeys.read(List.of(REDIS.server()));
  }

  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 15);
  }

  @Override
  public int adversarialKeys() {
    return 5_000;
  }

  @Override
  public int times(int inMemory) {
    return inMemory / Integer.getInteger("throttlex.slowness", 8);
  }
}
