package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A cost to charge to one limit of one key. */
public final class Charge {
  private @Nullable Key key;
  private @Nullable Limit limit;
  private int index;
  private int rule;
  private Terms terms = Terms.PLAIN;
  private long cost;

  Charge() {}

  void ask(Key key, int index, Limit limit, long cost, int rule, Terms terms) {
    this.key = key;
    this.index = index;
    this.limit = limit;
    this.cost = cost;
    this.rule = rule;
    this.terms = terms;
  }

  /** Returns the key of the counter. */
  public Key key() {
    return Objects.requireNonNull(key);
  }

  /**
   * Returns which of the key's limits this is, from 0: each has a counter of its own. Counters that
   * belong to no limit have an index below 0.
   */
  public int index() {
    return index;
  }

  /** Returns the limit that the cost is charged under. */
  public Limit limit() {
    return Objects.requireNonNull(limit);
  }

  /** Returns the cost in units; 0 for a peek. */
  public long cost() {
    return cost;
  }

  /**
   * Returns the number of the rule in the request. The charges of a rule are applied all or none.
   */
  public int rule() {
    return rule;
  }

  /** Returns the terms of the rule, which are the same for all its charges. */
  public Terms terms() {
    return terms;
  }

  /** Returns whether a denial is only reported, because the rule is in shadow mode. */
  public boolean shadow() {
    return terms.shadow();
  }

  /** Returns the longest delay in nanoseconds that the caller accepts when admitted. */
  public long maxDelay() {
    return terms.maxDelayNanos();
  }

  /** Returns the units of the limit that this charge may use up at one moment: its share. */
  public long capacity() {
    return terms.shareOf(limit().capacity());
  }

  /** Returns the units that have to be free: the cost, and the units kept for other classes. */
  public long needed() {
    long capacity = limit().capacity();
    long needed = cost + capacity - terms.shareOf(capacity);
    return needed < 0 ? Long.MAX_VALUE : needed;
  }
}
