package com.throttlex.jdbc.counters;

import com.throttlex.shared.faults.StoreClockContract;
import com.throttlex.store.BatchStore;
import java.util.function.LongSupplier;

/** Tests steps of the database's clock. */
interface JdbcClockContract extends CounterFixture, StoreClockContract {
  @Override
  default BatchStore storeOn(LongSupplier time, String prefix) {
    return store(time, prefix);
  }

  @Override
  default void sweep(BatchStore store) {
    Requests.join(((JdbcStore) store).sweep());
  }
}
