package com.throttlex.shared;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The heartbeat of this node in a shared store, and the count of live nodes that it returns.
 *
 * <p>Nodes that start together see each other only after all have sent a heartbeat. So until the
 * store has answered a few heartbeats, a second apart, this node counts at least the expected
 * number of nodes.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one heartbeat is in flight at a time
public final class Pulse implements Nodes {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  /**
   * The number of answers after which every live node has been seen; heartbeats are a second apart.
   */
  private static final int SEEN_ALL = 5;

  private final Supplier<? extends CompletionStage<?>> beat;
  private final IntSupplier live;
  private final Supplier<? extends CompletionStage<?>> leave;
  private final int expected;
  private CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
  private boolean gone;
  private volatile @Nullable Throwable failure;

  /** The heartbeats that the store has answered, counted up to {@link #SEEN_ALL}. */
  private volatile int answers;

  /**
   * Creates a heartbeat that has not been sent yet.
   *
   * @param beat sends the heartbeat of this node
   * @param live returns how many nodes were alive at the last answer of the store
   * @param leave removes this node from the store
   */
  public Pulse(
      Supplier<? extends CompletionStage<?>> beat,
      IntSupplier live,
      Supplier<? extends CompletionStage<?>> leave) {
    this(beat, live, leave, 1);
  }

  /**
   * Creates a heartbeat among an expected number of nodes.
   *
   * @param expected the number of nodes until this one has counted them
   */
  public Pulse(
      Supplier<? extends CompletionStage<?>> beat,
      IntSupplier live,
      Supplier<? extends CompletionStage<?>> leave,
      int expected) {
    this.expected = expected;
    this.beat = beat;
    this.live = live;
    this.leave = leave;
  }

  /**
   * Sends a heartbeat, unless one is in flight or this node has left; returns whether the store
   * answered.
   */
  synchronized CompletionStage<Boolean> beat() {
    if (last.isDone() && !gone) {
      last =
          Failures.caught(() -> beat.get().thenApply(told -> true))
              .handle((told, thrown) -> isAnswer(thrown))
              .toCompletableFuture();
    }
    return last;
  }

  private boolean isAnswer(@Nullable Throwable thrown) {
    failure = thrown == null ? null : Failures.cause(thrown);
    if (thrown == null && answers < SEEN_ALL) {
      answers++;
    }
    return thrown == null;
  }

  /** Returns the failure of the last heartbeat; null if the store answered. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** Returns how many nodes were alive at the last answer of the store. */
  int seen() {
    return live.getAsInt();
  }

  /** Returns the nodes that were seen, and at first at least the expected number. */
  @Override
  public int live() {
    return answers < SEEN_ALL ? Math.max(expected, seen()) : seen();
  }

  /**
   * Removes this node from the store once, after the last heartbeat, which would add it again. If
   * that heartbeat failed, the store is not called again: the node's entry there expires.
   */
  @Override
  public void leave() {
    CompletableFuture<Boolean> before = end();
    if (before == null || !before.join()) {
      return;
    }
    try {
      leave.get().toCompletableFuture().join();
    } catch (CompletionException e) {
      LOG.debug("store: this node was not removed; its entry expires", e);
    }
  }

  /** Returns the last heartbeat; null if this node has left before. */
  private synchronized @Nullable CompletableFuture<Boolean> end() {
    if (gone) {
      return null;
    }
    gone = true;
    return last;
  }
}
