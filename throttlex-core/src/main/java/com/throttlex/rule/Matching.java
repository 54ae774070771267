package com.throttlex.rule;

import com.throttlex.request.RequestContext;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rules that apply to one request, in the order of the rule book.
 *
 * <p>Mutable and reusable: {@link RuleBook#match} starts again. Not thread-safe.
 */
public final class Matching {
  private @Nullable RequestContext request;
  private @Nullable String tier;
  private int tierNumber;
  private @Nullable CompiledRule[] rules = new @Nullable CompiledRule[8];
  private int size;
  private boolean denied;

  void start(RequestContext request, @Nullable String tier, int tierNumber) {
    this.request = request;
    this.tier = tier;
    this.tierNumber = tierNumber;
    size = 0;
    denied = false;
  }

  /** The request. */
  public RequestContext request() {
    return Objects.requireNonNull(request);
  }

  /** The tier of the request; null if the book has no tiers and the request names none. */
  public @Nullable String tier() {
    return tier;
  }

  /** The tier's number, from the lowest. */
  public int tierNumber() {
    return tierNumber;
  }

  /** The number of rules that apply. */
  public int size() {
    return size;
  }

  /** The rule at an index. */
  public CompiledRule get(int i) {
    return Objects.requireNonNull(rules[i]);
  }

  /** Returns whether no enforced rule applies and the fallback is {@code deny}. */
  public boolean denied() {
    return denied;
  }

  /** Removes all rules, and denies. */
  void deny() {
    size = 0;
    denied = true;
  }

  /** Adds the rule if it applies, at its position, once. */
  void consider(CompiledRule rule) {
    if (obstacle(rule) == null) {
      int place = size;
      while (place > 0 && get(place - 1).position() > rule.position()) {
        place--;
      }
      if (place == 0 || get(place - 1) != rule) {
        insert(place, rule);
      }
    }
  }

  /** Returns the field that keeps a rule with this endpoint from applying; null if none does. */
  @Nullable String obstacle(CompiledRule rule) {
    RequestContext current = request();
    String unmet = rule.unmet(current, tier);
    if (unmet != null) {
      return unmet;
    }
    if (rule.missing(current, tier) != null) {
      return "key";
    }
    return rule.rolledOutTo(current, tier) ? null : "rollout";
  }

  void add(CompiledRule rule) {
    insert(size, rule);
  }

  private void insert(int place, CompiledRule rule) {
    if (size == rules.length) {
      rules = Arrays.copyOf(rules, 2 * size);
    }
    System.arraycopy(rules, place, rules, place + 1, size - place);
    rules[place] = rule;
    size++;
  }

  /** Removes the rules that others replace. */
  void replace() {
    boolean[] out = new boolean[size];
    for (int i = 0; i < size; i++) {
      out[i] = replacement(get(i)) != null;
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (!out[i]) {
        rules[kept++] = rules[i];
      }
    }
    size = kept;
  }

  /** Returns a rule that applies in place of this one, or null. */
  @Nullable CompiledRule replacement(CompiledRule rule) {
    for (int i = 0; i < size; i++) {
      CompiledRule other = get(i);
      if (other.enforces()
          && other.rule().replaces().contains(rule.rule().id())
          && replacement(other) == null) {
        return other;
      }
    }
    return null;
  }

  boolean canDeny() {
    for (int i = 0; i < size; i++) {
      if (get(i).enforces()) {
        return true;
      }
    }
    return false;
  }
}
