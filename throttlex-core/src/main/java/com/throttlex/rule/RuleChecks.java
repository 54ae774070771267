package com.throttlex.rule;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.request.RequestContext;
import com.throttlex.request.ShownText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds all problems of one rule. */
final class RuleChecks {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,127}");
  private static final Pattern STORE = Pattern.compile("[a-z][a-z0-9-]{0,31}");

  static final String STORE_EXPECTED =
      "the name of a store: 1 to 32 lower-case letters, digits and -, beginning with a letter";

  private static final int LONGEST_NAME = 200;

  private final String id;
  private final List<RuleProblem> problems = new ArrayList<>();

  private RuleChecks(String id) {
    this.id = id;
  }

  static List<RuleProblem> problems(
      String id,
      String name,
      Match match,
      List<KeyPart> key,
      Map<String, List<Rate>> limits,
      Algorithm algorithm,
      long cost,
      @Nullable AnswerCost answerCost,
      int rollout,
      Shares shares,
      OnExceed onExceed,
      String store,
      @Nullable Adaptive adaptive,
      List<String> replaces) {
    RuleChecks checks = new RuleChecks(id);
    checks.id();
    checks.name(name);
    checks.key(key, match);
    checks.limits(limits, algorithm, cost);
    checks.range("cost", cost, 1, RequestContext.MAX_COST);
    checks.answerCost(answerCost, algorithm);
    checks.range("rollout", rollout, 0, 100);
    checks.shares(shares);
    checks.onExceed(onExceed, algorithm);
    checks.block(onExceed, adaptive);
    checks.store(store);
    checks.adaptive(adaptive, limits, algorithm, cost);
    if (replaces.contains(id)) {
      checks.wrong("replaces", id, "the ids of other rules");
    }
    return checks.problems;
  }

  static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  static boolean isStore(String text) {
    return STORE.matcher(text).matches();
  }

  private void store(String store) {
    if (!isStore(store)) {
      wrong("store", "\"" + store + "\"", STORE_EXPECTED);
    }
  }

  private void id() {
    if (!isId(id)) {
      wrong(
          "id",
          "\"" + id + "\"",
          "1 to 128 letters, digits, . _ - beginning with a letter or digit");
    }
  }

  private void name(String name) {
    boolean printable = name.chars().noneMatch(Character::isISOControl);
    if (name.equals(id)) {
      return; // the default, whose problems are those of the id
    }
    if (name.isBlank() || name.length() > LONGEST_NAME || !printable) {
      wrong("name", ShownText.quoted(name), "1 to " + LONGEST_NAME + " printable characters");
    }
  }

  private void key(List<KeyPart> key, Match match) {
    if (key.isEmpty() || new HashSet<>(key).size() != key.size()) {
      wrong("key", key, "at least one part, each once");
    }
    if (key.contains(KeyPart.of(KeyPart.Kind.SUBJECT)) && match.subjects().isEmpty()) {
      wrong("key", "subject", "match.subjects, because subject says which of them matched");
    }
  }

  private void limits(Map<String, List<Rate>> limits, Algorithm algorithm, long cost) {
    if (limits.isEmpty()) {
      wrong("limits", "none", "at least one limit such as 100/1m");
    }
    if (limits.size() > 1 && limits.containsKey(Rule.EVERY_TIER)) {
      wrong("limits", limits.keySet(), "limits either for every tier or by tier");
    }
    limits.forEach((tier, rates) -> rates(tier, rates, algorithm, cost));
  }

  private void rates(String tier, List<Rate> rates, Algorithm algorithm, long cost) {
    if (rates.isEmpty()) {
      wrong("limits", tier + ": []", "at least one limit such as 100/1m");
    }
    for (Rate rate : rates) {
      try {
        Limit limit = Limit.of(algorithm, rate);
        if (cost > limit.capacity()) {
          wrong(
              "cost",
              cost,
              "at most " + limit.capacity() + ", or no request is ever allowed by " + rate);
        }
      } catch (IllegalArgumentException e) {
        problems.add(new RuleProblem(id, "limits", "limits: " + e.getMessage()));
      }
    }
  }

  private void answerCost(@Nullable AnswerCost answerCost, Algorithm algorithm) {
    if (answerCost != null && algorithm == Algorithm.CONCURRENCY) {
      wrong(
          "cost",
          "an estimate with concurrency",
          "a number, because a request in flight has no other cost later");
    }
  }

  private void onExceed(OnExceed onExceed, Algorithm algorithm) {
    if (onExceed.kind() == OnExceed.Kind.DELAY && !algorithm.canDelay()) {
      wrong(
          "on-exceed",
          "delay with " + algorithm,
          "token-bucket, leaky-bucket or gcra, because only these can delay");
    }
  }

  private void block(OnExceed onExceed, @Nullable Adaptive adaptive) {
    if (onExceed.block() != null && adaptive != null) {
      wrong(
          "on-exceed",
          "block with adaptive",
          "no block, because an adaptive limit also denies clients that did nothing wrong");
    }
  }

  private void shares(Shares shares) {
    int before = problems.size();
    shares
        .perCent()
        .forEach(
            (priority, byTier) -> {
              byTier.values().forEach(share -> range("shares", share, 0, 100));
              if (byTier.size() > 1 && byTier.containsKey(Rule.EVERY_TIER)) {
                wrong("shares", byTier.keySet(), "one share, or shares by tier");
              }
            });
    // Shares by tier are compared by the book, which knows the tiers.
    if (problems.size() == before && !shares.isByTier()) {
      ShareOrder.rises(shares, List.of())
          .forEach(rise -> wrong("shares", rise.value(), rise.expected()));
    }
  }

  private void adaptive(
      @Nullable Adaptive adaptive, Map<String, List<Rate>> limits, Algorithm algorithm, long cost) {
    if (adaptive == null) {
      return;
    }
    if (adaptive.max() > Rate.MAX_AMOUNT) {
      wrong("adaptive", adaptive.max(), "at most " + Rate.MAX_AMOUNT);
      return;
    }
    for (List<Rate> rates : limits.values()) {
      if (!rates.isEmpty() && isWithin(adaptive, rates.get(0))) {
        moved(adaptive, rates.get(0), algorithm, cost);
      }
    }
  }

  private boolean isWithin(Adaptive adaptive, Rate rate) {
    if (rate.amount() < adaptive.min() || rate.amount() > adaptive.max()) {
      String range = "from the min, " + adaptive.min() + ", to the max, " + adaptive.max();
      wrong("adaptive", "a limit of " + rate, "an amount " + range);
      return false;
    } else if (adaptive.max() > rate.period().nanos()) {
      wrong(
          "adaptive", adaptive.max(), "at most " + rate.period().nanos() + " per " + rate.period());
      return false;
    }
    return true;
  }

  /** Checks the limit at both ends of its range, unless it is already wrong as written. */
  private void moved(Adaptive adaptive, Rate rate, Algorithm algorithm, long cost) {
    Limit written;
    try {
      written = Limit.of(algorithm, rate);
    } catch (IllegalArgumentException e) {
      return;
    }
    long least = written.withAmount(adaptive.min()).capacity();
    if (cost > least && cost <= written.capacity()) {
      wrong(
          "cost",
          cost,
          "at most " + least + ", or no request is allowed when adaptive is at its min");
    }
    try {
      written.withAmount(adaptive.max());
    } catch (IllegalArgumentException e) {
      problems.add(new RuleProblem(id, "adaptive", "adaptive: " + e.getMessage()));
    }
  }

  private void range(String field, long value, long least, long most) {
    if (value < least || value > most) {
      wrong(field, value, "a whole number from " + least + " to " + most);
    }
  }

  private void wrong(String field, Object value, String expected) {
    problems.add(
        new RuleProblem(id, field, field + ": " + value + " (expected: " + expected + ")"));
  }
}
