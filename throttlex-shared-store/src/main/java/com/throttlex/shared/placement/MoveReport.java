package com.throttlex.shared.placement;

import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import com.throttlex.shared.RuleStores;
import com.throttlex.shared.RuleStores.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Describes the moves of a plan as one node sees them. */
record MoveReport(
    StorePlan plan,
    RuleBook book,
    RuleStores stores,
    Map<String, NodeState> nodes,
    MoveClock clock,
    StoreSurroundings around) {

  /** Returns the moves in progress, except those of rules that were deleted. */
  List<MoveStatus> moves() {
    List<MoveStatus> moves = new ArrayList<>();
    plan.rules()
        .forEach(
            (id, entry) -> {
              if (entry.isMoving() && book.rule(id) != null) {
                moves.add(status(id, entry, clock.ruleKey(id), stores.comparison(id)));
              }
            });
    plan.stores()
        .forEach(
            (name, entry) -> {
              if (entry.isMoving()) {
                moves.add(status("", entry, clock.storeKey(name), total(name)));
              }
            });
    return moves;
  }

  private MoveStatus status(String rule, ChargedStores entry, String key, Comparison comparison) {
    List<String> names = entry.names();
    return new MoveStatus(
        rule,
        names.subList(0, names.size() - 1),
        entry.target(),
        clock.waitingFor(entry, nodes, around),
        clock.secondsLeft(key, entry, around.nanoTime().getAsLong()),
        comparison);
  }

  /** Returns the verdicts about all rules that use a name, and about keys of no rule. */
  private Comparison total(String name) {
    Comparison sum = stores.otherComparison();
    for (CompiledRule rule : book.all()) {
      String id = rule.rule().id();
      if (plan.rule(id).names().contains(name)) {
        Comparison one = stores.comparison(id);
        sum =
            new Comparison(
                sum.same() + one.same(),
                sum.onlyFirst() + one.onlyFirst(),
                sum.onlyOther() + one.onlyOther());
      }
    }
    return sum;
  }
}
