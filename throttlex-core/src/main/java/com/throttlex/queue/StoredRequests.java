package com.throttlex.queue;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The contract of a store for whole requests that are sent later, and for their answers.
 *
 * <p>Requests wait in lanes. The requests of one lane are delivered in the order in which they were
 * stored, one at a time, by one consumer at a time; lanes do not wait for each other. A consumer
 * that crashed loses its lane when its visibility timeout expires. So each request is delivered at
 * least once. One that failed too often or waited too long becomes a dead letter of its service,
 * beside those of {@link OverflowQueue}.
 *
 * <p>No method waits. A store that is unavailable fails the stage with {@link
 * com.throttlex.store.StoreUnavailableException}.
 */
public interface StoredRequests extends AutoCloseable {
  /** The largest number of bytes of one call of {@link #take}; a single request may have more. */
  int MAX_TAKEN_BYTES = 4 << 20;

  /**
   * Stores a request at the end of its lane; returns false if there is no room for it.
   *
   * @param wait how long the lane waits, if the request is its first
   */
  CompletionStage<Boolean> store(StoredRequest request, Duration wait);

  /**
   * Takes the first requests of lanes that are due and that no consumer has.
   *
   * @param max the largest number of lanes, from 1 to {@link OverflowQueue#MAX_TAKEN}
   * @param visibility how long the consumer has the lane
   */
  CompletionStage<TakenRequests> take(
      String service, String consumer, int max, Duration visibility);

  /**
   * Keeps the lane of a taken request for longer, and marks the request as sent. Returns false if
   * the request was cancelled or another consumer has its lane; then it must not be sent.
   */
  CompletionStage<Boolean> hold(
      String service, String ticket, String consumer, Duration visibility);

  /**
   * Returns a taken request to the start of its lane. The result is false if it is no longer
   * stored, or another consumer has its lane.
   *
   * @param after how long the lane waits
   * @param reason why it failed; after the last attempt, the reason of its dead letter. Null if it
   *     did not fail: then the delivery does not count as an attempt
   */
  CompletionStage<Boolean> giveBack(
      String service, String ticket, String consumer, Duration after, @Nullable String reason);

  /**
   * Replaces a taken request by its answer, which is kept for some minutes. The result is false if
   * the request is no longer stored, or another consumer has its lane.
   *
   * @param brief is kept in place of the answer if the answers of the service have no room for it
   */
  CompletionStage<Boolean> finish(
      String service, String ticket, String consumer, byte[] answer, byte[] brief);

  /** Returns the state of a request; empty if it is unknown or no longer kept. */
  CompletionStage<Optional<StoredState>> find(String service, String ticket);

  /**
   * Removes a request if its stage is {@link StoredState.Stage#WAITING}. Returns the stage that it
   * had; empty if the request is unknown.
   */
  CompletionStage<Optional<StoredState.Stage>> cancel(String service, String ticket);

  @Override
  void close();
}
