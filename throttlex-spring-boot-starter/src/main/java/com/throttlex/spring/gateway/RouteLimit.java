package com.throttlex.spring.gateway;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a route: the name of a rule, or limits in the rule language; a route with neither
 * uses the rule of its own name.
 */
public final class RouteLimit {
  private @Nullable String rule;
  private List<String> limits = List.of();
  private @Nullable String burst;
  private @Nullable String algorithm;

  public @Nullable String getRule() {
    return rule;
  }

  /** Sets the name of a rule. */
  public void setRule(@Nullable String rule) {
    this.rule = rule;
  }

  public List<String> getLimits() {
    return limits;
  }

  /** Sets limits such as {@code 10/1s}, which must all allow. */
  public void setLimits(List<String> limits) {
    this.limits = List.copyOf(limits);
  }

  public @Nullable String getBurst() {
    return burst;
  }

  /** Sets the burst. */
  public void setBurst(@Nullable String burst) {
    this.burst = burst;
  }

  public @Nullable String getAlgorithm() {
    return algorithm;
  }

  /** Sets the algorithm, such as {@code token-bucket}. */
  public void setAlgorithm(@Nullable String algorithm) {
    this.algorithm = algorithm;
  }

  /** Returns the fields of a rule that the route defines; empty if it only names a rule. */
  Map<String, Object> ownRule() {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (!limits.isEmpty()) {
      fields.put("limits", limits);
    }
    if (burst != null) {
      fields.put("burst", burst);
    }
    if (algorithm != null) {
      fields.put("algorithm", algorithm);
    }
    return fields;
  }
}
