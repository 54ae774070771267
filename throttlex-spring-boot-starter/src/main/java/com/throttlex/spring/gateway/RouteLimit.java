package com.throttlex.spring.gateway;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a route says about its limit: the name of a rule, or limits in the words of the rule
 * language; a route that says nothing has the rule of its own name.
 */
public final class RouteLimit {
  private @Nullable String rule;
  private List<String> limits = List.of();
  private @Nullable String burst;
  private @Nullable String algorithm;

  public @Nullable String getRule() {
    return rule;
  }

  /** The name of a rule. */
  public void setRule(@Nullable String rule) {
    this.rule = rule;
  }

  public List<String> getLimits() {
    return limits;
  }

  /** Limits such as {@code 10/1s}, which must all allow. */
  public void setLimits(List<String> limits) {
    this.limits = List.copyOf(limits);
  }

  public @Nullable String getBurst() {
    return burst;
  }

  /** How much may come at once. */
  public void setBurst(@Nullable String burst) {
    this.burst = burst;
  }

  public @Nullable String getAlgorithm() {
    return algorithm;
  }

  /** How to count, such as {@code token-bucket}. */
  public void setAlgorithm(@Nullable String algorithm) {
    this.algorithm = algorithm;
  }

  /** The fields that make a rule of its own; empty when a rule is only named. */
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
