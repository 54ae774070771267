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

/** Collects the fields of a {@link Rule}; what is not said has the rule file's default. */
public final class RuleBuilder {
  private final String id;
  private Match match = Match.ALL;
  private List<KeyPart> key = List.of(KeyPart.of(KeyPart.Kind.IP));
  private final Map<String, List<Rate>> limits = new LinkedHashMap<>();
  private Algorithm algorithm = Algorithm.TOKEN_BUCKET;
  private long cost = 1;
  private Mode mode = Mode.ENFORCE;
  private int rollout = 100;
  private Shares shares = Shares.NONE;
  private OnExceed onExceed = OnExceed.REJECT;
  private FailureMode onStoreFailure = FailureMode.LOCAL;
  private Sync sync = Sync.STRICT;
  private @Nullable Adaptive adaptive;
  private List<String> replaces = List.of();

  RuleBuilder(String id) {
    this.id = id;
  }

  /** Which requests the rule speaks of. */
  public RuleBuilder match(Match match) {
    this.match = match;
    return this;
  }

  /** Which paths the rule speaks of. */
  public RuleBuilder endpoint(String pattern) {
    return match(Match.endpoint(pattern));
  }

  /** What gets its own counter, as in the rule file: {@code user}, {@code attribute:NAME}, … */
  public RuleBuilder key(String... parts) {
    return key(Arrays.stream(parts).map(KeyPart::parse).toList());
  }

  /** What gets its own counter. */
  public RuleBuilder key(List<KeyPart> key) {
    this.key = key;
    return this;
  }

  /** Limits for every tier, such as {@code 100/1m}. */
  public RuleBuilder limits(String... rates) {
    return limits(Rule.EVERY_TIER, Arrays.stream(rates).map(Rate::parse).toList());
  }

  /** Limits for one tier, or for {@link Rule#EVERY_TIER}. */
  public RuleBuilder limits(String tier, List<Rate> rates) {
    limits.put(tier, List.copyOf(rates));
    return this;
  }

  /** How the rule counts. */
  public RuleBuilder algorithm(Algorithm algorithm) {
    this.algorithm = algorithm;
    return this;
  }

  /** Units per request when the caller names none. */
  public RuleBuilder cost(long cost) {
    this.cost = cost;
    return this;
  }

  /** Whether the rule has an effect. */
  public RuleBuilder mode(Mode mode) {
    this.mode = mode;
    return this;
  }

  /** Per cent of keys the rule applies to. */
  public RuleBuilder rollout(int rollout) {
    this.rollout = rollout;
    return this;
  }

  /** Per cent of the limit that each priority class may use up. */
  public RuleBuilder shares(Map<Priority, Integer> shares) {
    return shares(Shares.of(shares));
  }

  /** How much of the limit each class of requests may use up. */
  public RuleBuilder shares(Shares shares) {
    this.shares = shares;
    return this;
  }

  /** What happens to a request that does not fit. */
  public RuleBuilder onExceed(OnExceed onExceed) {
    this.onExceed = onExceed;
    return this;
  }

  /** What the rule does while its store cannot decide. */
  public RuleBuilder onStoreFailure(FailureMode onStoreFailure) {
    this.onStoreFailure = onStoreFailure;
    return this;
  }

  /** Where decisions are made. */
  public RuleBuilder sync(Sync sync) {
    this.sync = sync;
    return this;
  }

  /** The range the limit moves in. */
  public RuleBuilder adaptive(@Nullable Adaptive adaptive) {
    this.adaptive = adaptive;
    return this;
  }

  /** The rules that do not apply where this one does. */
  public RuleBuilder replaces(String... ids) {
    this.replaces = List.of(ids);
    return this;
  }

  /**
   * The rule.
   *
   * @throws InvalidRulesException with every problem, if there are any
   */
  public Rule build() {
    return new Rule(
        id,
        match,
        key,
        limits,
        algorithm,
        cost,
        mode,
        rollout,
        shares,
        onExceed,
        onStoreFailure,
        sync,
        adaptive,
        replaces);
  }
}
