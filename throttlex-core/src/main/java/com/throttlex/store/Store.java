package com.throttlex.store;

import com.throttlex.key.Key;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A place that keeps counters and decides charges atomically.
 *
 * <p>A stage that completes exceptionally means that the store could not decide; as far as the
 * store knows, it has charged nothing. A denial is an answer, not an exception.
 */
public interface Store extends AutoCloseable {
  /** A settled cost that leaves charges as they are and only frees concurrency slots. */
  long AS_CHARGED = -1;

  /**
   * Decides all charges of one request together: either all that count are charged, or none.
   *
   * <p>The store does not change the charges, and they do not change until the stage completes. A
   * store that may read them later calls {@link Charges#keep}. The verdicts belong to the caller. A
   * store in memory returns a completed stage; its verdicts are used again with the charges.
   */
  CompletionStage<Verdicts> decide(Charges charges);

  /**
   * Settles a reservation: corrects its charges to the real cost, once. Under a concurrency limit
   * it releases the concurrency slots, whatever the cost.
   */
  CompletionStage<Settlement> settle(String reservation, long cost, long now);

  /**
   * Extends a reservation: raises its charges by that cost if all their limits have room, and
   * starts its time again. A denial changes nothing. Fixed charges and concurrency slots stay as
   * they are. A settlement corrects the sum of the charge and its extensions.
   *
   * <p>The limits are those of the check. An extension that is sent twice counts twice until the
   * settlement. A store without this operation answers as for an unknown reservation.
   *
   * @param cost the further units; if negative, so many of the latest units are taken back, for a
   *     store that extends a reservation in several others and is denied by one of them
   * @return the verdicts on the further charges, or null if there is no such reservation, or if it
   *     is settled or has expired
   */
  default CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    return CompletableFuture.completedFuture(null);
  }

  /** Returns the state of one counter: that of the limit at that index of the key's limits. */
  CompletionStage<Optional<Status>> inspect(Key key, int index, long now);

  /** Resets the counter at that index; returns whether there was one. */
  CompletionStage<Boolean> reset(Key key, int index, long now);

  /** Returns the places of this store that can fail one by one. */
  default Places places() {
    return Places.ONE;
  }

  @Override
  void close();
}
