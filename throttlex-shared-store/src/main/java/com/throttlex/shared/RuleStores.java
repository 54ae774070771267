package com.throttlex.shared;

import com.throttlex.rule.CompiledRule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Store;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Several stores with names. Each rule has its counters in one of them. While a rule moves, it has
 * counters in several and is charged in all.
 *
 * <p>A request whose rules are all in one store goes there unchanged, and that store decides it
 * atomically. {@link AcrossShards} decides the others: a denial charges nothing, and no limit is
 * ever exceeded, but until a charge is taken back it can deny another request.
 *
 * <p>Before {@link #place} is called, every rule is charged in all stores.
 */
public final class RuleStores extends ForwardingStore {
  /**
   * The verdicts of two stores about the same charges.
   *
   * @param same how often they were equal
   * @param onlyFirst how often only the store that the rule leaves denied
   * @param onlyOther how often only the store that the rule goes to denied
   */
  public record Comparison(long same, long onlyFirst, long onlyOther) {}

  private final RuleSpots spots;
  private final Map<String, RuleSpot> byRule = new HashMap<>();

  /**
   * Creates a store of several stores, which are closed with this object.
   *
   * @param stores the stores by name, in the order of preference
   */
  public RuleStores(Map<String, ? extends Store> stores) {
    this(new RuleSpots(List.copyOf(stores.keySet()), List.copyOf(stores.values())));
  }

  private RuleStores(RuleSpots spots) {
    super(new ShardedStore(spots));
    this.spots = spots;
  }

  /**
   * Places the rules of a book.
   *
   * @param placed returns the names of the stores in which a rule is charged, from its id
   * @param others the same for keys that belong to no rule
   */
  public synchronized void place(
      RuleBook book, Function<String, List<String>> placed, List<String> others) {
    Map<Long, RuleSpot> byScope = new LinkedHashMap<>();
    for (CompiledRule rule : book.all()) {
      String id = rule.rule().id();
      RuleSpot spot = byRule.computeIfAbsent(id, made -> new RuleSpot(spots.everywhere()));
      assign(spot, placed.apply(id));
      byScope.put(rule.scope(), spot);
    }
    byRule.keySet().removeIf(id -> book.rule(id) == null);
    spots.rules(byScope);
    assign(spots.others(), others);
  }

  private void assign(RuleSpot spot, List<String> names) {
    int[] numbers = spots.numbers(names);
    if (!Arrays.equals(spot.stores(), numbers)) {
      if (numbers.length > 1) {
        spot.resetComparison();
      }
      spot.stores(numbers);
    }
  }

  /** Returns the verdicts since the last move of a rule began. */
  public synchronized Comparison comparison(String rule) {
    RuleSpot spot = byRule.get(rule);
    return spot == null ? new Comparison(0, 0, 0) : spot.comparison();
  }

  /** Returns the verdicts since the last move of all keys that belong to no rule. */
  public Comparison otherComparison() {
    return spots.others().comparison();
  }

  /**
   * Returns whether the charges of a bucket that moves could not be carried since the last call.
   */
  public boolean hasMissed() {
    return spots.carry().hasMissed();
  }

  /** Returns the longest time for which a charge of a rule that was seen has an effect. */
  public synchronized long longest(String rule) {
    RuleSpot spot = byRule.get(rule);
    return spot == null ? 0 : spot.longest();
  }

  /** Returns the same for keys that belong to no rule. */
  public long otherLongest() {
    return spots.others().longest();
  }
}
