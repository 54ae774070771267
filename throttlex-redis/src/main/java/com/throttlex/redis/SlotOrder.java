package com.throttlex.redis;

import com.throttlex.store.Charges;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * Requests on their way to a Cluster: those of one slot together, and in each slot one after the
 * other in their order.
 */
final class SlotOrder {
  private final RedisStore store;
  private final Map<Integer, List<Charges>> gathered = new LinkedHashMap<>();
  private final Map<Integer, CompletableFuture<Void>> latest = new HashMap<>();
  private final List<CompletableFuture<Void>> all = new ArrayList<>();

  SlotOrder(RedisStore store) {
    this.store = store;
  }

  void add(Charges charges) {
    Map<Integer, Part> parts = parts(charges);
    if (parts.size() == 1) {
      int slot = parts.keySet().iterator().next();
      gathered.computeIfAbsent(slot, s -> new ArrayList<>()).add(charges);
    } else if (parts.size() > 1) {
      parts.keySet().forEach(this::send);
      List<Part> list = List.copyOf(parts.values());
      after(List.copyOf(parts.keySet()), () -> store.decideAcross(charges, list));
    }
  }

  private Map<Integer, Part> parts(Charges charges) {
    Map<Integer, Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < charges.size(); i++) {
      String name = store.counter(charges.get(i).key(), charges.get(i).index());
      int slot = KeyNames.slot(name);
      parts.computeIfAbsent(slot, s -> new Part(s, charges)).add(i, name);
    }
    return parts;
  }

  private void send(int slot) {
    List<Charges> requests = gathered.remove(slot);
    if (requests != null) {
      after(List.of(slot), () -> store.decideTogether(requests));
    }
  }

  private void after(List<Integer> slots, Supplier<CompletionStage<Void>> work) {
    CompletableFuture<?>[] before =
        slots.stream().map(latest::get).filter(l -> l != null).toArray(CompletableFuture[]::new);
    CompletableFuture<Void> done =
        before.length == 0
            ? work.get().toCompletableFuture()
            : CompletableFuture.allOf(before).thenCompose(unused -> work.get());
    slots.forEach(slot -> latest.put(slot, done));
    all.add(done);
  }

  /** Sends what was gathered; completes when everything is decided. */
  CompletionStage<Void> end() {
    List.copyOf(gathered.keySet()).forEach(this::send);
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }
}
