package com.throttlex;

import com.throttlex.rule.BlockCounters;
import com.throttlex.rule.Matching;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;

/**
 * The charges of a request that need the unit of a block; they follow those of the limits.
 *
 * <p>In fallback the blocks are unknown, and only the limits of the rules decide.
 */
final class BlockCharges {
  private BlockCharges() {}

  /** Adds a charge for each rule that blocks. */
  static void add(Charges charges, Matching matching, RuleKey[] keys) {
    for (int i = 0; i < matching.size(); i++) {
      BlockCounters of = matching.get(i).block();
      if (of != null) {
        charges.add(keys[i], BlockCounters.BLOCK, of.block(), 0, i, of.needed());
      }
    }
  }

  /**
   * Lets each block deny all limits of its rule until it ends.
   *
   * @param own the number of charges of limits
   */
  static void apply(Verdicts verdicts, int own) {
    for (int b = own; b < verdicts.size(); b++) {
      ChargeVerdict block = verdicts.get(b);
      for (int i = 0; i < own && isBlocking(verdicts, block); i++) {
        ChargeVerdict verdict = verdicts.get(i);
        if (verdict.charge().rule() == block.charge().rule()) {
          verdict.judged(false, Math.max(verdict.waitNanos(), block.waitNanos()), 0);
          verdict.report(0, Math.max(verdict.resetAt(), block.resetAt()), verdict.bookedAt());
        }
      }
    }
  }

  /** Returns whether the key of a rule is blocked. */
  static boolean isBlocked(Verdicts verdicts, int own, int rule) {
    for (int i = own; i < verdicts.size(); i++) {
      if (verdicts.get(i).charge().rule() == rule) {
        return isBlocking(verdicts, verdicts.get(i));
      }
    }
    return false;
  }

  private static boolean isBlocking(Verdicts verdicts, ChargeVerdict block) {
    return !block.allowed() && !verdicts.isDegraded();
  }
}
