package com.throttlex.adaptive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;

/** The rules with adaptive limits and their controllers; computes the next values. */
final class AdaptivePlan {
  static final AdaptivePlan EMPTY = new AdaptivePlan(List.of(), AdaptiveSettings.DEFAULTS);

  private static final long FORGOTTEN = Duration.ofDays(30).toNanos();

  private final AdaptiveSettings settings;
  private final Map<String, AdaptiveRule> rules = new LinkedHashMap<>();
  private final Map<String, Controller> controllers = new LinkedHashMap<>();
  private final Set<String> followed = new HashSet<>();

  AdaptivePlan(List<AdaptiveRule> governed, AdaptiveSettings settings) {
    this.settings = settings;
    for (AdaptiveRule rule : governed) {
      rules.put(rule.rule(), rule);
      controllers.put(rule.rule(), rule.controller(settings));
      followed.addAll(rule.follows());
    }
  }

  /** Whether a rule follows the health of the source. */
  boolean isFollowed(String source) {
    return followed.contains(source);
  }

  AdaptiveSettings settings() {
    return settings;
  }

  Map<String, AdaptiveRule> rules() {
    return rules;
  }

  /**
   * Returns the adaptive rule with that id.
   *
   * @throws IllegalArgumentException if the rule's limit is not adaptive
   */
  AdaptiveRule rule(String id) {
    AdaptiveRule rule = rules.get(id);
    if (rule == null) {
      throw new IllegalArgumentException(
          "rule: " + id + " (expected: the id of a rule with `adaptive`)");
    }
    return rule;
  }

  /** Returns the values after one more step. */
  AdaptiveValues step(AdaptiveValues current, NodeReport seen, long time) {
    // Another node may already know a rule that this node does not know yet.
    Map<String, AdaptiveValue> next = new TreeMap<>(current.byRule());
    next.values().removeIf(standing -> time - standing.state().changedAt() > FORGOTTEN);
    for (AdaptiveRule rule : rules.values()) {
      next.put(rule.rule(), step(rule, standing(current, rule, time), seen, time));
    }
    return new AdaptiveValues(current.version() + 1, time, next);
  }

  /** Returns the values after one more step of the limits whose health is critical. */
  AdaptiveValues cutOnly(AdaptiveValues current, NodeReport seen, long time) {
    Map<String, AdaptiveValue> next = new TreeMap<>(current.byRule());
    for (AdaptiveRule rule : rules.values()) {
      Health health = health(rule, seen);
      boolean critical = health.score() < rule.settings(settings).thresholds().critical();
      if (critical && health.confidence() > 0) {
        next.put(rule.rule(), step(rule, standing(current, rule, time), seen, time));
      }
    }
    return new AdaptiveValues(current.version(), time, next);
  }

  private AdaptiveValue step(AdaptiveRule rule, AdaptiveValue before, NodeReport seen, long time) {
    if (before.mode() == AdaptiveMode.FIXED && before.fixedUntil() <= time) {
      return before.in(AdaptiveMode.AUTO, 0, 0, "resumed: the fixed limit expired", time);
    }
    if (before.mode() != AdaptiveMode.AUTO) {
      return before;
    }
    Traffic traffic = seen.traffic().getOrDefault(rule.rule(), Traffic.NONE);
    Observation observation = new Observation(health(rule, seen), traffic);
    return before.after(controller(rule).step(before.state(), observation, time));
  }

  /** Returns the standing of a limit, within its present range. */
  AdaptiveValue standing(AdaptiveValues current, AdaptiveRule rule, long time) {
    AdaptiveValue known = current.of(rule.rule());
    if (known == null) {
      return AdaptiveValue.start(controller(rule).start(time));
    }
    ControlState state = known.state();
    double within = rule.range().clamp(state.limit());
    long fixed = known.fixed() == 0 ? 0 : (long) rule.range().clamp((double) known.fixed());
    return within == state.limit() && fixed == known.fixed()
        ? known
        : new AdaptiveValue(
            known.mode(),
            fixed,
            known.fixedUntil(),
            new ControlState(within, time, state.memory()),
            "moved into the rule's new range",
            Map.of());
  }

  private Controller controller(AdaptiveRule rule) {
    return Objects.requireNonNull(controllers.get(rule.rule()));
  }

  /** Returns the lowest health that a rule follows; unknown sources lower the confidence. */
  Health health(AdaptiveRule rule, NodeReport seen) {
    List<Health> followed = new ArrayList<>();
    for (String name : rule.follows()) {
      SourceReport report = seen.sources().get(name);
      if (report != null && report.health().confidence() > 0) {
        followed.add(report.health());
      }
    }
    Health weakest = Health.weakest(followed);
    double known = rule.follows().isEmpty() ? 0 : followed.size() / (double) rule.follows().size();
    return new Health(weakest.score(), weakest.confidence() * known, weakest.parts());
  }

  /** Returns the moves between two values. */
  List<Adjustment> adjustments(AdaptiveValues before, AdaptiveValues after, NodeReport seen) {
    List<Adjustment> moved = new ArrayList<>();
    for (AdaptiveRule rule : rules.values()) {
      AdaptiveValue was = standing(before, rule, after.time());
      AdaptiveValue is = standing(after, rule, after.time());
      if (was.limit() != is.limit()) {
        moved.add(
            new Adjustment(
                rule.rule(),
                was.limit(),
                is.limit(),
                is.mode(),
                is.reason(),
                health(rule, seen),
                is.terms()));
      }
    }
    return moved;
  }
}
