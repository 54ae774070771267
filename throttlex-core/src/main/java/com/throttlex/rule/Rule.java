package com.throttlex.rule;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One rule, with the fields of the rule file.
 *
 * <p>Created by {@link #builder}, which fills in the defaults and reports every problem at once.
 *
 * @param id its name: letters, digits, {@code . _ -}
 * @param name its title for people; the id if it has none
 * @param match the requests that it matches
 * @param key the key parts that have their own counter
 * @param limits for each tier, or for {@link #EVERY_TIER}, limits that must all allow
 * @param algorithm how it counts
 * @param cost units per request when the request names no cost
 * @param answerCost the part of the answer that has the real cost, or null if the cost is fixed
 * @param mode enforce, shadow or off
 * @param rollout per cent of keys it applies to
 * @param shares how much of the limit each priority class may use up
 * @param onExceed what happens to a request that does not fit
 * @param onStoreFailure what it does in fallback, or null for what the book says
 * @param sync where decisions are made
 * @param store the name of the store that has its counters
 * @param adaptive the range in which the limit moves, or null if it is not adaptive
 * @param replaces the rules that do not apply where this one does
 */
public record Rule(
    String id,
    String name,
    Match match,
    List<KeyPart> key,
    Map<String, List<Rate>> limits,
    Algorithm algorithm,
    long cost,
    @Nullable AnswerCost answerCost,
    Mode mode,
    int rollout,
    Shares shares,
    OnExceed onExceed,
    @Nullable FailureMode onStoreFailure,
    Sync sync,
    String store,
    @Nullable Adaptive adaptive,
    List<String> replaces) {

  /** The key of {@link #limits} that stands for all tiers. */
  public static final String EVERY_TIER = "*";

  /** The name of the store that has the counters of rules that name none. */
  public static final String DEFAULT_STORE = "default";

  public Rule {
    key = List.copyOf(key);
    limits = Ordered.map(limits);
    replaces = List.copyOf(replaces);
    List<RuleProblem> problems =
        RuleChecks.problems(
            id,
            name,
            match,
            key,
            limits,
            algorithm,
            cost,
            answerCost,
            rollout,
            shares,
            onExceed,
            store,
            adaptive,
            replaces);
    if (!problems.isEmpty()) {
      throw new InvalidRulesException(problems);
    }
  }

  /** Returns whether it protects the system; then it never denies critical requests. */
  public boolean sheds() {
    return !shares.isEmpty() || adaptive != null || onExceed.kind() == OnExceed.Kind.SHED;
  }

  /** Returns whether a rule may have this id. */
  public static boolean isId(String text) {
    return RuleChecks.isId(text);
  }

  /** Returns whether a store may have this name. */
  public static boolean isStore(String text) {
    return RuleChecks.isStore(text);
  }

  /** Returns a builder with all fields of this rule. */
  public RuleBuilder toBuilder() {
    RuleBuilder copy =
        builder(id)
            .name(name)
            .match(match)
            .key(key)
            .algorithm(algorithm)
            .cost(cost)
            .answerCost(answerCost)
            .mode(mode)
            .rollout(rollout)
            .shares(shares)
            .onExceed(onExceed)
            .onStoreFailure(onStoreFailure)
            .sync(sync)
            .store(store)
            .adaptive(adaptive)
            .replaces(replaces.toArray(new String[0]));
    limits.forEach(copy::limits);
    return copy;
  }

  /** Creates a builder for a rule with that id. */
  public static RuleBuilder builder(String id) {
    return new RuleBuilder(id);
  }
}
