package com.throttlex.server.backend;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** This node's heartbeat in a store that others share, and what it tells about the store. */
final class Pulse {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  private final Supplier<? extends CompletionStage<?>> beat;
  private final IntSupplier live;
  private final Supplier<? extends CompletionStage<?>> leave;
  private volatile CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
  private volatile @Nullable Throwable failure;

  /**
   * A heart that has not beaten yet.
   *
   * @param beat tells the other nodes of this one
   * @param live how many nodes were alive when the store was last asked
   * @param leave says farewell to the others
   */
  Pulse(
      Supplier<? extends CompletionStage<?>> beat,
      IntSupplier live,
      Supplier<? extends CompletionStage<?>> leave) {
    this.beat = beat;
    this.live = live;
    this.leave = leave;
  }

  /**
   * Tells the other nodes of this one, unless that is under way already; says whether the store has
   * answered.
   */
  CompletionStage<Boolean> beat() {
    CompletableFuture<Boolean> before = last;
    if (!before.isDone()) {
      return before;
    }
    CompletableFuture<Boolean> next =
        beat.get()
            .handle(
                (told, thrown) -> {
                  failure = thrown == null ? null : cause(thrown);
                  return thrown == null;
                })
            .toCompletableFuture();
    last = next;
    return next;
  }

  private static Throwable cause(Throwable thrown) {
    Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
    return cause == null ? thrown : cause;
  }

  /** Why the store did not answer when it was last asked, or null when it did. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** How many nodes were alive when the store was last asked, this one included. */
  int live() {
    return live.getAsInt();
  }

  /** Says farewell to the others, if the store can be reached. */
  void leave() {
    try {
      leave.get().toCompletableFuture().join();
    } catch (CompletionException e) {
      LOG.debug("store: no farewell", e);
    }
  }
}
