package com.throttlex.replay;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The decisions of two rule books about the same requests. */
final class ComparisonTally {
  private long bothAllow;
  private long bothDeny;
  private long newlyDenied;
  private long newlyAllowed;

  void count(boolean allowedNow, boolean allowedBefore) {
    if (allowedNow) {
      bothAllow += allowedBefore ? 1 : 0;
      newlyAllowed += allowedBefore ? 0 : 1;
    } else {
      bothDeny += allowedBefore ? 0 : 1;
      newlyDenied += allowedBefore ? 1 : 0;
    }
  }

  /**
   * Returns the result. Keys are compared without their rule: {@code user=u-42} is the same key
   * when the rule has another name.
   */
  ReplayComparison result(BookRun now, BookRun before, int topKeys, KeyPrinter printer) {
    Map<String, KeyDifference> byKey = new HashMap<>();
    add(before, false, byKey);
    add(now, true, byKey);
    List<KeyDifference> different = byKey.values().stream().filter(key -> key.more() != 0).toList();
    List<KeyDifference> largest =
        different.stream()
            .sorted(
                Comparator.comparingLong((KeyDifference key) -> -Math.abs(key.more()))
                    .thenComparing(KeyDifference::key))
            .limit(topKeys)
            .map(
                key ->
                    new KeyDifference(
                        printer.print("|" + key.key()).substring(1),
                        key.requests(),
                        key.deniedBefore(),
                        key.deniedNow()))
            .toList();
    long worse = different.stream().filter(key -> key.more() > 0).count();
    return new ReplayComparison(
        bothAllow, bothDeny, newlyDenied, newlyAllowed, worse, different.size() - worse, largest);
  }

  private static void add(BookRun run, boolean now, Map<String, KeyDifference> byKey) {
    run.enforcedKeys(
        (requests, streak) -> {
          String text = streak.text();
          String key = text.substring(text.indexOf('|') + 1);
          long denied = streak.denied();
          byKey.merge(
              key,
              new KeyDifference(key, requests, now ? 0 : denied, now ? denied : 0),
              (a, b) ->
                  new KeyDifference(
                      key,
                      Math.max(a.requests(), b.requests()),
                      a.deniedBefore() + b.deniedBefore(),
                      a.deniedNow() + b.deniedNow()));
        });
  }
}
