package com.throttlex.spring;

import java.util.Set;
import java.util.TreeSet;

/** Records what enforces the rules in this application, for the log at its start. */
public final class Enforcement {
  private final Set<String> enforcers = new TreeSet<>();
  private boolean ofRequests;

  /** Records something that checks requests against all rules that match them, such as a filter. */
  public synchronized void ofRequests(String enforcer) {
    by(enforcer);
    ofRequests = true;
  }

  /** Returns whether {@link #ofRequests} was called. */
  synchronized boolean isOfRequests() {
    return ofRequests;
  }

  /** Records something that checks single rules by name, such as a method. */
  public synchronized void by(String enforcer) {
    enforcers.add(enforcer);
  }

  /** Returns everything that enforces rules, in words. */
  public synchronized Set<String> enforcers() {
    return Set.copyOf(enforcers);
  }
}
