package com.throttlex.micrometer;

import com.throttlex.Decision;
import com.throttlex.DecisionListener;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.key.Key;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Mode;
import com.throttlex.rule.Rule;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts decisions by rule: {@code throttlex.allowed}, {@code throttlex.delayed}, {@code
 * throttlex.blocked} and {@code throttlex.shadow.blocked}, each with the rule and its algorithm.
 * Counts blocks of keys by rule: {@code throttlex.blocks} and {@code throttlex.shadow.blocks}.
 *
 * <p>Every decision counts once, under the rule that it reports. A rule in shadow mode counts
 * whenever it would have denied. A fixed number of rules have their own series, so rules that come
 * and go cannot fill the registry. Further rules count as {@link #OTHER}.
 */
public final class DecisionMetrics implements DecisionListener {
  /** The rule tag when no rule applied. */
  public static final String NONE = "none";

  /** The rule tag when there are too many rules. */
  public static final String OTHER = "other";

  private static final int MAX_RULES = 10_000;

  private final MeterRegistry registry;
  private final Map<String, RuleCounts> unlimited = new ConcurrentHashMap<>();
  private final Map<Algorithm, Map<String, RuleCounts>> byAlgorithm =
      new EnumMap<>(Algorithm.class);

  private final Map<String, LongAdder> blocks = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> shadowBlocks = new ConcurrentHashMap<>();

  /** Registers the counters. */
  public DecisionMetrics(MeterRegistry registry) {
    this.registry = registry;
    for (Algorithm algorithm : Algorithm.values()) {
      byAlgorithm.put(algorithm, new ConcurrentHashMap<>());
    }
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts) {
    decided(request, decision, verdicts, 1);
  }

  @Override
  public void decided(RequestContext request, Decision decision, Verdicts verdicts, long count) {
    String rule = decision.rule();
    RuleCounts counts = counts(rule == null ? NONE : rule, decision.algorithm());
    (decision.allowed() ? counts.allowed : counts.blocked).add(count);
    if (decision.verdict() == Decision.Verdict.DELAY) {
      counts.delayed.add(count);
    }
    for (int i = 0; i < verdicts.size(); i++) {
      Rule applied = verdicts.rule(i);
      if (applied.mode() == Mode.SHADOW && !verdicts.allowed(i)) {
        counts(applied.id(), applied.algorithm()).shadowBlocked.add(count);
      }
    }
  }

  @Override
  public void blockBegan(Rule rule, Key key) {
    boolean shadow = rule.mode() == Mode.SHADOW;
    Map<String, LongAdder> counts = shadow ? shadowBlocks : blocks;
    LongAdder known = counts.get(rule.id());
    if (known == null) {
      String name = counts.size() < MAX_RULES ? rule.id() : OTHER;
      known = counts.computeIfAbsent(name, made -> registerBlocks(made, shadow));
    }
    known.increment();
  }

  private LongAdder registerBlocks(String rule, boolean shadow) {
    LongAdder count = new LongAdder();
    register(
        shadow ? "throttlex.shadow.blocks" : "throttlex.blocks",
        shadow ? "Blocks that rules in shadow mode would have begun" : "Blocks that began",
        Tags.of("rule", rule),
        count);
    return count;
  }

  private RuleCounts counts(String rule, @Nullable Algorithm algorithm) {
    Map<String, RuleCounts> rules =
        algorithm == null ? unlimited : byAlgorithm.getOrDefault(algorithm, unlimited);
    RuleCounts known = rules.get(rule);
    if (known != null) {
      return known;
    }
    String name = rules.size() < MAX_RULES ? rule : OTHER;
    return rules.computeIfAbsent(name, made -> register(made, algorithm));
  }

  private RuleCounts register(String rule, @Nullable Algorithm algorithm) {
    RuleCounts counts = new RuleCounts();
    Tags tags = Tags.of("rule", rule, "algorithm", algorithm == null ? NONE : algorithm.toString());
    register("throttlex.allowed", "Requests that were allowed", tags, counts.allowed);
    register("throttlex.delayed", "Requests that were allowed after a wait", tags, counts.delayed);
    register("throttlex.blocked", "Requests that were denied", tags, counts.blocked);
    register(
        "throttlex.shadow.blocked",
        "Requests that rules in shadow mode would have denied",
        tags,
        counts.shadowBlocked);
    return counts;
  }

  private void register(String name, String description, Tags tags, LongAdder count) {
    FunctionCounter.builder(name, count, LongAdder::sum)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  /** Returns the counts since the start, by rule. */
  public Map<String, DecisionCount> counts() {
    Map<String, DecisionCount> counts = new TreeMap<>();
    add(unlimited, counts);
    byAlgorithm.values().forEach(rules -> add(rules, counts));
    return counts;
  }

  private static void add(Map<String, RuleCounts> rules, Map<String, DecisionCount> to) {
    rules.forEach(
        (rule, counts) -> to.put(rule, to.getOrDefault(rule, DecisionCount.ZERO).plus(counts)));
  }
}
