package com.throttlex.tck;

import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;

class MemoryStoreContractTest extends StoreContract {
  @Override
  public Store createStore() {
    return new MemoryStore();
  }
}
