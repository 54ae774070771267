package com.throttlex.redis;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.LimitText;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import io.lettuce.core.ScriptOutputType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Extends reservations: charges their counters again, and adds the charges to the reservation.
 *
 * <p>The counters are read from the reservation. Then they are charged as the parts of a request in
 * several hash slots are ({@link CrossSlot}), and each hash slot adds its charges to its part of
 * the reservation. A hash slot in which the reservation was settled meanwhile takes its charges
 * back.
 */
final class Extensions {
  static final Script EXTEND = Script.of("whole.lua", "extend.lua");

  private static final Key NO_KEY = Key.of("reservation", "");
  private static final int WORDS = 6;

  private final Redis redis;
  private final KeyNames keyNames;

  Extensions(Redis redis, KeyNames keyNames) {
    this.redis = redis;
    this.keyNames = keyNames;
  }

  CompletionStage<@Nullable Verdicts> extend(ReservationName name, long cost, String time) {
    List<CompletableFuture<String>> read = new ArrayList<>();
    for (int slot : name.slots()) {
      CompletionStage<String> list =
          redis.run(EXTEND, ScriptOutputType.VALUE, key(name, slot), time);
      read.add(list.toCompletableFuture());
    }
    return CompletableFuture.allOf(read.toArray(CompletableFuture[]::new))
        .thenCompose(
            done -> charge(name, read.stream().map(CompletableFuture::join).toList(), cost, time));
  }

  private String[] key(ReservationName name, int slot) {
    return new String[] {keyNames.reservation(slot, name.name())};
  }

  private CompletionStage<@Nullable Verdicts> charge(
      ReservationName name, List<String> lists, long cost, String time) {
    if (lists.stream().allMatch(String::isEmpty)) {
      return CompletableFuture.completedFuture(null);
    }
    Charges charges = new Charges().start(time.isEmpty() ? now() : Long.parseLong(time));
    List<Map<String, Integer>> places = new ArrayList<>();
    List<String> rules = new ArrayList<>();
    for (String list : lists) {
      places.add(places(list, charges, cost, rules));
    }
    Verdicts verdicts = new Verdicts(charges);
    verdicts.reservedAs(name.toString());
    List<Part> parts = parts(name, places, verdicts);
    if (parts.isEmpty()) {
      return verdicts.stage().thenApply(unchanged -> unchanged);
    }
    CrossSlot charging =
        new CrossSlot(redis, keyNames, new ReservedCounters(), verdicts, parts, time);
    boolean brief = ReservationLife.isBrief(name.name());
    long nanos = brief ? ReservationLife.BRIEF_NANOS : ReservationLife.USUAL_NANOS;
    return charging
        .extend(name, nanos)
        .thenApply(
            open -> {
              verdicts.reservedAs(name.toString());
              return open ? verdicts : null;
            });
  }

  /** Only the windows of calendar limits are computed around it; Redis has its own time. */
  private static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }

  /**
   * Adds a charge for each counter that is extended; returns the index of each counter's charge.
   */
  private static Map<String, Integer> places(
      String list, Charges charges, long cost, List<String> rules) {
    String[] words = list.isEmpty() ? new String[0] : list.split(" ");
    Map<String, Integer> places = new LinkedHashMap<>();
    for (int i = 0; i < words.length; i += WORDS) {
      Limit limit = LimitText.parse(words[i + 1]);
      String terms = words[i + 5];
      boolean raised = !isFixed(terms) && limit.algorithm() != Algorithm.CONCURRENCY;
      if (raised && !places.containsKey(words[i])) {
        places.put(words[i], charges.size());
        Terms of = Terms.parse(terms.substring(1));
        if (!rules.contains(of.rule())) {
          rules.add(of.rule());
        }
        charges.add(NO_KEY, charges.size(), limit, cost, rules.indexOf(of.rule()), of);
      }
    }
    return places;
  }

  private static List<Part> parts(
      ReservationName name, List<Map<String, Integer>> places, Verdicts verdicts) {
    List<Part> parts = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      if (!places.get(i).isEmpty()) {
        Part part = new Part(name.slots().get(i), verdicts);
        places.get(i).forEach((counter, place) -> part.add(place, counter));
        parts.add(part);
      }
    }
    return parts;
  }

  /** Returns the terms of a charge as a reservation stores them. */
  static String terms(Charges charges, int i) {
    return (charges.isFixed(charges.get(i)) ? "=" : "+") + charges.get(i).terms().text();
  }

  private static boolean isFixed(String terms) {
    return terms.startsWith("=");
  }
}
