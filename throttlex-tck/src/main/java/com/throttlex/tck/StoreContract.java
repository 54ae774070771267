package com.throttlex.tck;

import com.throttlex.store.Store;

/**
 * What every store has to do, as tests.
 *
 * <p>A store's test extends this class and says how to make one:
 *
 * <pre>{@code
 * class RedisStoreContractTest extends StoreContract {
 *   @Override
 *   public Store createStore() {
 *     server.flush();
 *     return new RedisStore(server.uri());
 *   }
 * }
 * }</pre>
 *
 * <p>Each part of the contract is an interface of its own; none of its tests sleeps, and all random
 * input comes from seeds that a failure names. Tests tagged {@code long} repeat some of them with
 * larger numbers.
 */
public abstract class StoreContract
    implements ModelContract,
        AtomicityContract,
        ConcurrencyContract,
        BoundsContract,
        DenialContract,
        SharesContract,
        KeyContract,
        LiveChangeContract,
        ReplayContract,
        ReservationContract,
        SlotContract,
        InspectionContract,
        ExtremesContract {
  /** Makes a store without counters; the test closes it. */
  @Override
  public abstract Store createStore();

  /**
   * Tells a store with a clock of its own what time it is from now on; one that goes by {@link
   * com.throttlex.store.Charges#now} needs nothing. May be called by several threads.
   */
  @Override
  public void timeIs(long nanos) {}

  /**
   * Returns what the store keeps, with the times at which it ends, in a form that can be compared:
   * denied checks must not change it. A store that can only be asked needs nothing.
   */
  @Override
  public String kept() {
    return "";
  }

  /** How many random traces are played for each algorithm; fewer for a slow store. */
  @Override
  public int traces() {
    return 150;
  }

  /** How many keys have to stay apart; fewer for a slow store. */
  @Override
  public int adversarialKeys() {
    return 200_000;
  }

  /** How often to repeat what a store in memory does that often; less for a slow store. */
  @Override
  public int times(int inMemory) {
    return inMemory;
  }
}
