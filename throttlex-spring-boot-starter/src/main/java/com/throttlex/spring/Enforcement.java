package com.throttlex.spring;

import java.util.Set;
import java.util.TreeSet;

/** Keeps in mind what enforces the rules in this application, for the log at its start. */
public final class Enforcement {
  private final Set<String> enforcers = new TreeSet<>();

  /** Something enforces rules, such as a filter. */
  public synchronized void by(String enforcer) {
    enforcers.add(enforcer);
  }

  /** What enforces rules, in words. */
  public synchronized Set<String> enforcers() {
    return Set.copyOf(enforcers);
  }
}
