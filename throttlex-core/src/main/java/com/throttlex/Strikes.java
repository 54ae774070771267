package com.throttlex;

import com.throttlex.key.Key;
import com.throttlex.rule.BlockCounters;
import com.throttlex.rule.CompiledRule;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Counts denials as strikes, after the answer, and begins a block after the last strike.
 *
 * <p>A strike is a charge to the strike counter of the key. If the strike does not fit, or drains
 * the counter, the only unit of the block is charged. A block in force has no unit left, so it is
 * never prolonged, and only one of the nodes begins it. If the second charge is lost, the next
 * strike finds the counter drained and begins the block.
 *
 * <p>A key has one call in flight at a time. The next call charges all denials that came meanwhile.
 * After a block began, strikes are ignored for a second, because the deny cache may repeat denials
 * from before the block for that long. The table of keys has a maximum. When it is reached, strikes
 * of other keys are ignored.
 */
final class Strikes {
  /** The most keys with a strike in flight or a block that just began. */
  static final int MOST_KEYS = 1 << 14;

  private static final long QUIET_NANOS = 1_000_000_000L;
  private static final String REPLAY_PREFIX = "strike|";

  private final Store store;
  private final TimeSource time;
  private final DecisionListener listener;
  private final ConcurrentHashMap<Id, Struck> keys = new ConcurrentHashMap<>();
  private final AtomicLong sweptAt = new AtomicLong();

  private record Id(long hi, long lo) {}

  /** A key with strikes to charge; guarded by itself. */
  private static final class Struck {
    private final Id id;
    private final CompiledRule rule;
    private final BlockCounters counters;
    private final Key key;
    private final Set<String> replayKeys = new LinkedHashSet<>(0);
    private long waiting;
    private long quietUntil;

    Struck(Id id, CompiledRule rule, Key key) {
      this.id = id;
      this.rule = rule;
      this.key = Key.copyOf(key);
      counters = Objects.requireNonNull(rule.block());
    }

    /** Adds a strike, unless those that wait already drain the counter. */
    synchronized void add(@Nullable String replayKey) {
      long after = counters.strikes().capacity();
      if (quietUntil != 0 || waiting + replayKeys.size() >= after) {
        return;
      }
      if (replayKey == null) {
        waiting++;
      } else {
        replayKeys.add(replayKey);
      }
    }

    /** Writes the strikes that go together into one call; returns false if none waits. */
    synchronized boolean next(Charges charges) {
      String replayKey = waiting == 0 ? nextReplayKey() : null;
      if (waiting == 0 && replayKey == null) {
        return false;
      }
      long cost = replayKey == null ? waiting : 1;
      charges.add(key, BlockCounters.STRIKES, counters.strikes(), cost, 0, counters.taken());
      if (replayKey == null) {
        waiting = 0;
      } else {
        charges.replayKey(REPLAY_PREFIX + replayKey);
      }
      return true;
    }

    private @Nullable String nextReplayKey() {
      Iterator<String> rest = replayKeys.iterator();
      String next = rest.hasNext() ? rest.next() : null;
      replayKeys.remove(next);
      return next;
    }

    synchronized void quiet(long until) {
      quietUntil = until;
    }

    synchronized boolean isOver(long now) {
      return quietUntil != 0 && now >= quietUntil;
    }
  }

  Strikes(Store store, TimeSource time, DecisionListener listener) {
    this.store = store;
    this.time = time;
    this.listener = listener;
  }

  /**
   * Counts a denial.
   *
   * @param rule a rule with a block
   * @param replayKey identifies a request that may be repeated, which counts once; or null
   */
  void add(CompiledRule rule, Key key, @Nullable String replayKey) {
    Id id = new Id(key.hi(), key.lo());
    Struck[] started = new Struck[1];
    boolean room = keys.size() < MOST_KEYS || sweep();
    long now = time.nanos();
    keys.compute(
        id,
        (same, known) -> {
          if (known != null && !known.isOver(now)) {
            known.add(replayKey);
            return known;
          } else if (!room) {
            return null;
          }
          Struck first = new Struck(id, rule, key);
          first.add(replayKey);
          started[0] = first;
          return first;
        });
    if (started[0] != null) {
      charge(started[0]);
    }
  }

  /** Removes a key whose block is lifted, so that its strikes count again at once. */
  void forget(Key key) {
    keys.remove(new Id(key.hi(), key.lo()));
  }

  /** Removes the keys whose block began more than a second ago, at most once a second. */
  private boolean sweep() {
    long now = time.nanos();
    long last = sweptAt.get();
    if (now - last >= QUIET_NANOS && sweptAt.compareAndSet(last, now)) {
      keys.values().removeIf(struck -> struck.isOver(now));
    }
    return keys.size() < MOST_KEYS;
  }

  /** Charges the strikes that wait, and removes the key when none does. */
  private void charge(Struck struck) {
    Charges charges = new Charges().start(time.nanos());
    if (!next(struck, charges)) {
      return;
    }
    var unused =
        asked(charges)
            .thenCompose(answer -> isFull(struck, answer))
            .thenCompose(full -> full ? block(struck) : CompletableFuture.completedFuture(false))
            .whenComplete((quiet, failure) -> answered(struck, failure == null && quiet));
  }

  /** Takes the next strikes; removes the key if there are none, and never loses one meanwhile. */
  private boolean next(Struck struck, Charges charges) {
    boolean[] taken = new boolean[1];
    keys.computeIfPresent(
        struck.id,
        (same, known) -> {
          taken[0] = known == struck && struck.next(charges);
          return known != struck || taken[0] ? known : null;
        });
    return taken[0];
  }

  private void answered(Struck struck, boolean quiet) {
    if (quiet) {
      struck.quiet(time.nanos() + QUIET_NANOS);
    } else {
      charge(struck);
    }
  }

  /** Returns whether the strike counter is drained; a stored answer does not show it. */
  private CompletionStage<Boolean> isFull(Struck struck, Verdicts answer) {
    ChargeVerdict strike = answer.get(0);
    if (answer.isDegraded()) {
      return CompletableFuture.completedFuture(false);
    } else if (answer.charges().replayKey() == null || !strike.allowed()) {
      return CompletableFuture.completedFuture(!strike.allowed() || strike.remaining() == 0);
    }
    return store
        .inspect(struck.key, BlockCounters.STRIKES, time.nanos())
        .thenApply((Optional<Status> now) -> now.isPresent() && now.get().remaining() == 0);
  }

  /** Begins a block; returns whether the key is blocked. */
  private CompletionStage<Boolean> block(Struck struck) {
    Charges charges = new Charges().start(time.nanos());
    BlockCounters counters = struck.counters;
    charges.add(struck.key, BlockCounters.BLOCK, counters.block(), 1, 0, counters.taken());
    return asked(charges)
        .thenApply(
            answer -> {
              if (answer.admitted() && !answer.isDegraded()) {
                listener.blockBegan(struck.rule.rule(), struck.key);
              }
              return !answer.isDegraded();
            });
  }

  private CompletionStage<Verdicts> asked(Charges charges) {
    try {
      return store.decide(charges);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
