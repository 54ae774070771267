package com.throttlex.shared.placement;

import com.throttlex.shared.RuleStores.Comparison;
import java.util.List;

/**
 * A move in progress.
 *
 * @param rule the rule that moves; empty if all counters of a store move
 * @param from the stores that the counters leave
 * @param to the store that the counters go to
 * @param waitingFor why the remaining time does not run; empty if it does
 * @param secondsLeft the remaining time, in which both stores are charged
 * @param comparison the verdicts of the stores about the same charges, in this node
 */
public record MoveStatus(
    String rule,
    List<String> from,
    String to,
    String waitingFor,
    long secondsLeft,
    Comparison comparison) {}
