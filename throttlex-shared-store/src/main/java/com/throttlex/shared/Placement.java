package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Assigns keys to stores. Most keys have one store. A key that moves has several, and is charged in
 * all of them.
 *
 * <p>Stores are numbered from 0. Thread-safe.
 */
interface Placement {
  /** The result of {@link #ofAll} for a request that no single store can decide. */
  int SEVERAL = -1;

  /** Returns the stores of a key, at least one; not to be changed by the caller. */
  int[] of(Key key);

  /** Returns the store of all charges, or {@link #SEVERAL}. */
  int ofAll(Charges charges);

  /** Returns the store with that number. */
  Store store(int number);

  /** Returns all stores. */
  List<Store> stores();

  /** Returns the id of a store in the name of a reservation; lower-case letters and digits. */
  String id(int number);

  /** Returns the store with that id; negative if there is none. */
  int byId(String id);

  /** Records the verdicts of two stores of one key about the same charge. */
  default void compared(Key key, boolean first, boolean other) {}

  /** Returns the object that carries the charges of buckets to the stores that they move to. */
  default @Nullable BucketCarry carry() {
    return null;
  }
}
