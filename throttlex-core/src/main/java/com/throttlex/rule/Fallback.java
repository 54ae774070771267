package com.throttlex.rule;

/** What a request falls under that no rule applies to. */
public sealed interface Fallback {
  /** Lets it pass. */
  Fallback ALLOW = new Verdict(true);

  /** Denies it. */
  Fallback DENY = new Verdict(false);

  /** The default rule, by which a missing key part counts as one shared anonymous value. */
  record Default(Rule rule) implements Fallback {}

  /**
   * One answer for all.
   *
   * @param allowed which
   */
  record Verdict(boolean allowed) implements Fallback {}
}
