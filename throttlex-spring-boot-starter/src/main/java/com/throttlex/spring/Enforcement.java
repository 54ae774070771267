package com.throttlex.spring;

import java.util.Set;
import java.util.TreeSet;

/** Keeps in mind what enforces the rules in this application, for the log at its start. */
public final class Enforcement {
  private final Set<String> enforcers = new TreeSet<>();
  private boolean ofRequests;

  /** Something holds requests against whatever rules match them, such as a filter. */
  public synchronized void ofRequests(String enforcer) {
    by(enforcer);
    ofRequests = true;
  }

  /** Whether there is something that {@link #ofRequests} speaks of. */
  synchronized boolean isOfRequests() {
    return ofRequests;
  }

  /** Something enforces the rules that it asks for by their names, such as a method. */
  public synchronized void by(String enforcer) {
    enforcers.add(enforcer);
  }

  /** What enforces rules, in words. */
  public synchronized Set<String> enforcers() {
    return Set.copyOf(enforcers);
  }
}
