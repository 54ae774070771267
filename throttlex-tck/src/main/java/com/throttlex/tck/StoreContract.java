package com.throttlex.tck;

import com.throttlex.store.Store;

/**
 * The contract of every store, as tests.
 *
 * <p>A store's test extends this class and creates the store:
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
 * <p>Each part of the contract is an interface of its own. None of its tests sleeps, and all random
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
        BlockContract,
        ReservationContract,
        ExtensionContract,
        ExtensionRaceContract,
        SlotContract,
        InspectionContract,
        ExtremesContract {
  /** Creates a store without counters; the test closes it. */
  @Override
  public abstract Store createStore();

  /**
   * Sets the clock of a store that has its own; a store that uses {@link
   * com.throttlex.store.Charges#now} needs nothing. Several threads may call it.
   */
  @Override
  public void timeIs(long nanos) {}

  /**
   * Returns the stored state with its expiry times, in a form that can be compared: denied checks
   * must not change it. A store whose state cannot be read needs nothing.
   */
  @Override
  public String kept() {
    return "";
  }

  /** The number of random traces for each algorithm; fewer for a slow store. */
  @Override
  public int traces() {
    return 150;
  }

  /** The number of keys that must stay distinct; fewer for a slow store. */
  @Override
  public int adversarialKeys() {
    return 200_000;
  }

  /** Returns how often to repeat a test; less for a slow store than in memory. */
  @Override
  public int times(int inMemory) {
    return inMemory;
  }
}
