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

/** Which limits are moved, and how: makes of what was seen where they stand next. */
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
   * The rule of that id.
   *
   * @throws IllegalArgumentException when its limit is not one that moves
   */
  AdaptiveRule rule(String id) {
    AdaptiveRule rule = rules.get(id);
    if (rule == null) {
      throw new IllegalArgumentException(
          "rule: " + id + " (expected: the id of a rule with `adaptive`)");
    }
    return rule;
  }

  /** Where all limits stand after one more step. */
  Standings step(Standings current, NodeReport seen, long time) {
    // A rule that this node does not know may be one that others know, for a while.
    Map<String, Standing> next = new TreeMap<>(current.byRule());
    next.values().removeIf(standing -> time - standing.state().changedAt() > FORGOTTEN);
    for (AdaptiveRule rule : rules.values()) {
      next.put(rule.rule(), step(rule, standing(current, rule, time), seen, time));
    }
    return new Standings(current.version() + 1, time, next);
  }

  private Standing step(AdaptiveRule rule, Standing before, NodeReport seen, long time) {
    if (before.mode() == AdaptiveMode.FIXED && before.fixedUntil() <= time) {
      return before.in(AdaptiveMode.AUTO, 0, 0, "resumed: the fixed limit has ended", time);
    }
    if (before.mode() != AdaptiveMode.AUTO) {
      return before;
    }
    Traffic traffic = seen.traffic().getOrDefault(rule.rule(), Traffic.NONE);
    Observation observation = new Observation(health(rule, seen), traffic);
    return before.after(controller(rule).step(before.state(), observation, time));
  }

  /** Where a limit stands; within the range that it has now. */
  Standing standing(Standings current, AdaptiveRule rule, long time) {
    Standing known = current.of(rule.rule());
    if (known == null) {
      return Standing.start(controller(rule).start(time));
    }
    ControlState state = known.state();
    double within = rule.range().clamp(state.limit());
    long fixed = known.fixed() == 0 ? 0 : (long) rule.range().clamp((double) known.fixed());
    return within == state.limit() && fixed == known.fixed()
        ? known
        : new Standing(
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

  /** The health of the weakest that a rule follows; less sure for each of whom nothing is known. */
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

  /** What has moved between two standings. */
  List<Adjustment> adjustments(Standings before, Standings after, NodeReport seen) {
    List<Adjustment> moved = new ArrayList<>();
    for (AdaptiveRule rule : rules.values()) {
      Standing was = standing(before, rule, after.time());
      Standing is = standing(after, rule, after.time());
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
