package com.throttlex.store;

import com.throttlex.key.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of a store that can fail one by one, such as the masters of a Redis Cluster.
 *
 * <p>A place has a name that operators recognise. The place of a key can change at any time, such
 * as when a replica takes over from its master. Lists of places are sorted and have no duplicates.
 * Thread-safe.
 */
public interface Places {
  /** One place without a name, for all keys. */
  Places ONE = new OnePlace();

  /** Returns all current places. */
  List<String> all();

  /** Returns the places of the charges of a request. */
  List<String> of(Charges charges);

  /** Returns the place of a key. */
  List<String> of(Key key);

  /** Returns the places that store a reservation. */
  List<String> ofReservation(String reservation);

  /**
   * Returns a subject whose keys are in that place, for trial calls; null if the place does not
   * exist any more.
   *
   * @param number selects another subject for another number, where there are several
   */
  @Nullable String subject(String place, int number);
}
