package com.throttlex.distributed;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's heartbeat in a store that others share, and what it tells about the store.
 *
 * <p>Nodes that start together see each other only after all have beaten. So until the store has
 * answered a few heartbeats, a second apart, this node counts at least as many nodes as it was told
 * to expect.
 */
@SuppressWarnings("NonAtomicVolatileUpdate") // one heartbeat is under way at a time
public final class Pulse implements Nodes {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);

  /** After how many answers every node that lives has been seen; beats are a second apart. */
  private static final int SEEN_ALL = 5;

  private final Supplier<? extends CompletionStage<?>> beat;
  private final IntSupplier live;
  private final Supplier<? extends CompletionStage<?>> leave;
  private final int expected;
  private CompletableFuture<Boolean> last = CompletableFuture.completedFuture(true);
  private boolean gone;
  private volatile @Nullable Throwable failure;

  /** Heartbeats that the store has answered, counted as far as they matter. */
  private volatile int answers;

  /**
   * A heart that has not beaten yet.
   *
   * @param beat tells the other nodes of this one
   * @param live how many nodes were alive when the store was last asked
   * @param leave says farewell to the others
   */
  public Pulse(
      Supplier<? extends CompletionStage<?>> beat,
      IntSupplier live,
      Supplier<? extends CompletionStage<?>> leave) {
    this(beat, live, leave, 1);
  }

  /**
   * The same among a number of nodes.
   *
   * @param expected how many nodes there are as long as this one has not seen them
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
   * Tells the other nodes of this one, unless that is under way already or it has left; says
   * whether the store has answered.
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

  /** Why the store did not answer when it was last asked, or null when it did. */
  @Nullable Throwable failure() {
    return failure;
  }

  /** How many nodes were alive when the store was last asked. */
  int seen() {
    return live.getAsInt();
  }

  /** As many as were seen, and at first at least as many as were expected. */
  @Override
  public int live() {
    return answers < SEEN_ALL ? Math.max(expected, seen()) : seen();
  }

  /**
   * Says farewell once, after the last heartbeat, which would undo it. A store that did not answer
   * that heartbeat is not asked again: this node's entry there expires.
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
      LOG.debug("store: no farewell", e);
    }
  }

  /** The last heartbeat there will be, or null when this was asked before. */
  private synchronized @Nullable CompletableFuture<Boolean> end() {
    if (gone) {
      return null;
    }
    gone = true;
    return last;
  }
}
