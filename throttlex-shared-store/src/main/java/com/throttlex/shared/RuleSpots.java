package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** The placement of keys by their rule; other keys are together in one spot. */
final class RuleSpots implements Placement {
  private final List<String> names;
  private final List<Store> stores;
  private final RuleSpot others;
  private final BucketCarry carry = new BucketCarry();
  private volatile Table table = new Table(Map.of());

  RuleSpots(List<String> names, List<Store> stores) {
    this.names = List.copyOf(names);
    this.stores = List.copyOf(stores);
    others = new RuleSpot(everywhere());
  }

  /** The spots of rules, by the hash of their id; sorted, so that a lookup allocates nothing. */
  private static final class Table {
    private final long[] scopes;
    private final RuleSpot[] spots;

    Table(Map<Long, RuleSpot> byScope) {
      TreeMap<Long, RuleSpot> sorted = new TreeMap<>(byScope);
      scopes = sorted.keySet().stream().mapToLong(Long::longValue).toArray();
      spots = sorted.values().toArray(new RuleSpot[0]);
    }
  }

  /** Returns the numbers of all stores, for keys that may have counters in any of them. */
  int[] everywhere() {
    return IntStream.range(0, stores.size()).toArray();
  }

  int[] numbers(List<String> of) {
    return of.stream().mapToInt(names::indexOf).toArray();
  }

  /** Replaces the spots of all rules. */
  void rules(Map<Long, RuleSpot> byScope) {
    table = new Table(byScope);
  }

  RuleSpot others() {
    return others;
  }

  private RuleSpot spot(Key key) {
    Table now = table;
    int found = Arrays.binarySearch(now.scopes, key.scope());
    return found < 0 ? others : now.spots[found];
  }

  @Override
  public int[] of(Key key) {
    return spot(key).stores();
  }

  @Override
  public int ofAll(Charges charges) {
    int store = 0;
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      RuleSpot spot = spot(charge.key());
      spot.saw(charge);
      int[] places = spot.stores();
      if (places.length > 1 || (i > 0 && places[0] != store)) {
        store = SEVERAL;
      } else if (i == 0) {
        store = places[0];
      }
    }
    return store;
  }

  @Override
  public Store store(int number) {
    return stores.get(number);
  }

  @Override
  public List<Store> stores() {
    return stores;
  }

  /** Returns the name of the store in the characters of an id. */
  @Override
  public String id(int number) {
    return Shards.id(names.get(number));
  }

  @Override
  public int byId(String id) {
    for (int i = 0; i < stores.size(); i++) {
      if (id(i).equals(id)) {
        return i;
      }
    }
    return -1;
  }

  @Override
  public BucketCarry carry() {
    return carry;
  }

  @Override
  public void compared(Key key, boolean first, boolean other) {
    spot(key).compared(first, other);
  }
}
