package com.throttlex.rule;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import org.jspecify.annotations.Nullable;

/**
 * The two counters that a rule with a {@link Block} has for each key, next to those of its limits.
 *
 * <p>A block is a limit of one unit; its period is the length of the block. Each request of the key
 * needs that unit to be free, and takes nothing. The key is blocked from the moment at which the
 * unit is taken until it comes back, exactly one period later. The unit cannot be taken twice, so a
 * block cannot become longer.
 *
 * @param block the limit of the block
 * @param strikes the limit of the strikes: as many as begin a block
 * @param needed the terms of a request's charge, which needs the unit of the block and takes none
 * @param taken the terms of a charge that counts a strike or begins a block
 */
public record BlockCounters(Limit block, Limit strikes, Terms needed, Terms taken) {
  /** The index of the block among the counters of a key. */
  public static final int BLOCK = -1;

  /** The index of the strikes among the counters of a key. */
  public static final int STRIKES = -2;

  static @Nullable BlockCounters of(Rule rule, FailureMode onFailure) {
    Block block = rule.onExceed().block();
    return block == null
        ? null
        : new BlockCounters(
            Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.of(1, block.length())),
            Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.of(block.after(), block.within())),
            new Terms(rule.mode() == Mode.SHADOW, 0, Sync.STRICT, onFailure, 0),
            new Terms(false, 0, Sync.STRICT, FailureMode.ALLOW)); // a node alone blocks nobody
  }
}
