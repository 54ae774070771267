package com.throttlex.http;

import com.throttlex.Decision;
import com.throttlex.LimitStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * A limit and the name that headers and problems use for it.
 *
 * <p>The first limit of a rule has the rule's id, the others {@code id:2}, {@code id:3} and so on,
 * in the order of the rule file. No id contains a colon.
 *
 * @param name the name
 * @param status the state of the limit
 * @param reported whether it is the one that the decision reports
 */
record NamedLimit(String name, LimitStatus status, boolean reported) {

  /** Returns the limits to show, in the order of the rules; shadow limits only if alone. */
  static List<NamedLimit> shown(Decision decision) {
    List<LimitStatus> all = decision.limits();
    boolean hideShadows = hasEnforced(all);
    List<NamedLimit> shown = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      if (!hideShadows || !all.get(i).shadow()) {
        shown.add(new NamedLimit(name(all, i), all.get(i), i == decision.reported()));
      }
    }
    return shown;
  }

  /** Returns the limit that the decision reports, which is always shown. */
  static NamedLimit reportedOf(List<NamedLimit> shown) {
    for (NamedLimit policy : shown) {
      if (policy.reported()) {
        return policy;
      }
    }
    throw new IllegalArgumentException("shown: " + shown + " (expected: a reported one)");
  }

  private static boolean hasEnforced(List<LimitStatus> all) {
    for (LimitStatus status : all) {
      if (!status.shadow()) {
        return true;
      }
    }
    return false;
  }

  private static String name(List<LimitStatus> all, int index) {
    String rule = all.get(index).rule();
    int number = 1;
    for (int i = 0; i < index; i++) {
      number += all.get(i).rule().equals(rule) ? 1 : 0;
    }
    return number == 1 ? rule : rule + ":" + number;
  }
}
