package com.throttlex.jdbc.counters;

import com.throttlex.SystemTime;
import com.throttlex.distributed.Coalescer;
import com.throttlex.distributed.CoalescerSettings;
import com.throttlex.distributed.SchedulerThread;
import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The contract of stores, for counters in one database. */
abstract class CountersContract extends StoreContract {
  private final AtomicLong time = new AtomicLong();
  static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final AtomicLong STORES = new AtomicLong();
  private static final SchedulerThread SCHEDULER = new SchedulerThread("test");

  abstract CounterSource source();

  @Override
  public Store createStore() {
    String prefix = "t" + STORES.incrementAndGet() + ".";
    JdbcStore store = JdbcStore.withTime(source(), PATIENCE, time::get, prefix);
    CoalescerSettings settings = new CoalescerSettings(PATIENCE, 128, 2, 100_000);
    return new Coalescer(store, settings, new SystemTime(), SCHEDULER);
  }

  @Override
  public void timeIs(long nanos) {
    time.set(nanos);
  }

  @Override
  public int traces() {
    return Integer.getInteger("throttlex.traces", 10);
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
