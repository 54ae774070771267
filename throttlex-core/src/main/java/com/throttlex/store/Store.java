package com.throttlex.store;

import com.throttlex.key.Key;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Keeps counters and decides charges atomically.
 *
 * <p>A stage that completes exceptionally means that the store could not decide; it has then
 * charged nothing that it knows of. A denial is an answer, not an exception.
 */
public interface Store extends AutoCloseable {
  /** A settled cost that leaves charges as they are and only frees concurrency slots. */
  long AS_CHARGED = -1;

  /**
   * Decides all charges of one request together: either all that count are charged, or none.
   *
   * <p>The answers are in the charges when the stage completes; a store in memory returns a
   * completed one. A store with a clock of its own replaces {@link Charges#now}.
   */
  CompletionStage<Void> decide(Charges charges);

  /**
   * Corrects the charges made under a reservation to what the work really cost, once; under a
   * concurrency limit frees the slots, whatever the cost.
   */
  CompletionStage<Settlement> settle(String reservation, long cost, long now);

  /** The state of one counter: the limit at that index of the key's limits. */
  CompletionStage<Optional<Status>> inspect(Key key, int index, long now);

  /** Forgets the counter at that index; true when there was one. */
  CompletionStage<Boolean> reset(Key key, int index, long now);

  /** Returns the places of this store that can be away one by one. */
  default Places places() {
    return Places.ONE;
  }

  @Override
  void close();
}
