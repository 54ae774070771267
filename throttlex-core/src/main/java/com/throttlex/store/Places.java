package com.throttlex.store;

import com.throttlex.key.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The places of a store that can be away one by one, such as the masters of a Redis Cluster.
 *
 * <p>A place is known by a name that operators recognise. Which place a key lies in can change at
 * any time, as when a replica takes over from its master. Lists of places are sorted, and each
 * place is in them once. Thread-safe.
 */
public interface Places {
  /** One place without a name, in which all keys lie. */
  Places ONE = new OnePlace();

  /** Returns all places that there are now. */
  List<String> all();

  /** Returns the places that the charges of a request lie in. */
  List<String> of(Charges charges);

  /** Returns the place of a key. */
  List<String> of(Key key);

  /** Returns the places that a reservation is kept in. */
  List<String> ofReservation(String reservation);

  /**
   * Returns a subject whose keys lie in that place, for trying it out; null when the place has
   * gone.
   *
   * @param number gives another subject for another number, where there are several
   */
  @Nullable String subject(String place, int number);
}
