package com.throttlex.rule;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.Priority;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Sync;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the fields of a {@link Rule}; a missing field has the rule file's default. */
public final class RuleBuilder {
  private final String id;
  private String name;
  private Match match = Match.ALL;
  private List<KeyPart> key = List.of(KeyPart.of(KeyPart.Kind.IP));
  private final Map<String, List<Rate>> limits = new LinkedHashMap<>();
  private Algorithm algorithm = Algorithm.TOKEN_BUCKET;
  private long cost = 1;
  private @Nullable AnswerCost answerCost;
  private Mode mode = Mode.ENFORCE;
  private int rollout = 100;
  private Shares shares = Shares.NONE;
  private OnExceed onExceed = OnExceed.REJECT;
  private @Nullable FailureMode onStoreFailure;
  private Sync sync = Sync.STRICT;
  private String store = Rule.DEFAULT_STORE;
  private @Nullable Adaptive adaptive;
  private List<String> replaces = List.of();

  RuleBuilder(String id) {
    this.id = id;
    name = id;
  }

  /** Sets the title of the rule for people; by default it is the id. */
  public RuleBuilder name(String name) {
    this.name = name;
    return this;
  }

  /** Sets the requests that the rule matches. */
  public RuleBuilder match(Match match) {
    this.match = match;
    return this;
  }

  /** Sets the paths that the rule matches. */
  public RuleBuilder endpoint(String pattern) {
    return match(Match.endpoint(pattern));
  }

  /** Sets the key parts as in the rule file: {@code user}, {@code attribute:NAME}, … */
  public RuleBuilder key(String... parts) {
    return key(Arrays.stream(parts).map(KeyPart::parse).toList());
  }

  /** Sets the key parts. */
  public RuleBuilder key(List<KeyPart> key) {
    this.key = key;
    return this;
  }

  /** Sets limits for every tier, such as {@code 100/1m}. */
  public RuleBuilder limits(String... rates) {
    return limits(Rule.EVERY_TIER, Arrays.stream(rates).map(Rate::parse).toList());
  }

  /** Sets limits for one tier, or for {@link Rule#EVERY_TIER}. */
  public RuleBuilder limits(String tier, List<Rate> rates) {
    limits.put(tier, List.copyOf(rates));
    return this;
  }

  /** Sets the algorithm. */
  public RuleBuilder algorithm(Algorithm algorithm) {
    this.algorithm = algorithm;
    return this;
  }

  /** Sets the units per request when the request names no cost. */
  public RuleBuilder cost(long cost) {
    this.cost = cost;
    return this;
  }

  /** Sets the part of the answer that has the real cost; the cost is then an estimate. */
  public RuleBuilder answerCost(@Nullable AnswerCost answerCost) {
    this.answerCost = answerCost;
    return this;
  }

  /** Sets the mode: enforce, shadow or off. */
  public RuleBuilder mode(Mode mode) {
    this.mode = mode;
    return this;
  }

  /** Sets the per cent of keys that the rule applies to. */
  public RuleBuilder rollout(int rollout) {
    this.rollout = rollout;
    return this;
  }

  /** Sets the per cent of the limit that each priority class may use up. */
  public RuleBuilder shares(Map<Priority, Integer> shares) {
    return shares(Shares.of(shares));
  }

  /** Sets how much of the limit each priority class may use up. */
  public RuleBuilder shares(Shares shares) {
    this.shares = shares;
    return this;
  }

  /** Sets what happens to a request that does not fit. */
  public RuleBuilder onExceed(OnExceed onExceed) {
    this.onExceed = onExceed;
    return this;
  }

  /** Sets what the rule does in fallback; null for what the book says. */
  public RuleBuilder onStoreFailure(@Nullable FailureMode onStoreFailure) {
    this.onStoreFailure = onStoreFailure;
    return this;
  }

  /** Sets where decisions are made. */
  public RuleBuilder sync(Sync sync) {
    this.sync = sync;
    return this;
  }

  /** Sets the name of the store that has the rule's counters. */
  public RuleBuilder store(String store) {
    this.store = store;
    return this;
  }

  /** Sets the range in which the limit moves. */
  public RuleBuilder adaptive(@Nullable Adaptive adaptive) {
    this.adaptive = adaptive;
    return this;
  }

  /** Sets the rules that do not apply where this one does. */
  public RuleBuilder replaces(String... ids) {
    this.replaces = List.of(ids);
    return this;
  }

  /**
   * Returns the rule.
   *
   * @throws InvalidRulesException with every problem, if there are any
   */
  public Rule build() {
    return new Rule(
        id,
        name,
        match,
        key,
        limits,
        algorithm,
        cost,
        answerCost,
        mode,
        rollout,
        shares,
        onExceed,
        onStoreFailure,
        sync,
        store,
        adaptive,
        replaces);
  }
}
