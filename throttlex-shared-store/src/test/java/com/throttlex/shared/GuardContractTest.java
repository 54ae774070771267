package com.throttlex.shared;

import com.throttlex.SystemTime;
import com.throttlex.store.Store;
import com.throttlex.tck.StoreContract;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Tests that guard and coalescer over a healthy store keep the contract of stores. */
class GuardContractTest extends StoreContract {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static SchedulerThread scheduler;

  @BeforeAll
  static void start() {
    scheduler = new SchedulerThread("guard-contract");
  }

  @AfterAll
  static void stop() {
    scheduler.close();
  }

  @Override
  public int traces() {
    return 30;
  }

  @Override
  public int adversarialKeys() {
    return 20_000;
  }

  @Override
  public Store createStore() {
    SystemTime time = new SystemTime();
    return new Guard(
        new Coalescer(new FaultyStore(scheduler), CoalescerSettings.of(TIMEOUT), time, scheduler),
        GuardSettings.of(TIMEOUT),
        Nodes.ALONE,
        time,
        scheduler,
        GuardListener.NONE);
  }
}
