package com.throttlex.rule;

/** The treatment of a request that no rule applies to. */
public sealed interface Fallback {
  /** Allows it. */
  Fallback ALLOW = new Verdict(true);

  /** Denies it. */
  Fallback DENY = new Verdict(false);

  /** Applies the default rule; a missing key part counts as one shared anonymous value. */
  record Default(Rule rule) implements Fallback {}

  /**
   * Gives every such request the same verdict.
   *
   * @param allowed whether they are allowed
   */
  record Verdict(boolean allowed) implements Fallback {}
}
