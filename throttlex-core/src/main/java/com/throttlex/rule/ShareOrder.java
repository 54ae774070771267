package com.throttlex.rule;

import com.throttlex.request.Priority;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds priority classes that may use more of a limit than a higher class. */
final class ShareOrder {
  private ShareOrder() {}

  /**
   * A class that may use more than the one above it.
   *
   * @param tier the tier where this is so, or an empty text for all tiers
   */
  record Rise(Priority lower, int share, Priority upper, int most, String tier) {
    String value() {
      String where = tier.isEmpty() ? "" : " in tier " + tier;
      return share + " for \"" + lower.text() + "\"" + where;
    }

    String expected() {
      return "at most " + most + ", as " + upper.text() + " has";
    }
  }

  /** Returns all such classes, in each of the tiers. */
  static List<Rise> rises(Shares shares, List<String> tiers) {
    List<Rise> rises = new ArrayList<>();
    @Nullable Priority upper = null;
    for (Priority lower : Priority.values()) {
      if (shares.names(lower)) {
        if (upper != null) {
          compare(shares, upper, lower, tiers, rises);
        }
        upper = lower;
      }
    }
    return rises;
  }

  private static void compare(
      Shares shares, Priority upper, Priority lower, List<String> tiers, List<Rise> to) {
    int[] most = shares.byTier(upper, tiers);
    int[] own = shares.byTier(lower, tiers);
    for (int i = 0; i < own.length; i++) {
      if (own[i] > most[i]) {
        String tier = tiers.isEmpty() ? "" : tiers.get(i);
        to.add(new Rise(lower, own[i], upper, most[i], tier));
      }
    }
  }
}
