package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Places;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory with places that can fail one by one. {@code a/x} is in the place {@code a},
 * unless it has moved, and a reservation {@code a+b/x} is in two.
 */
final class PlacedStore implements BatchStore, Places {
  /** The way in which a place fails. */
  enum Fault {
    NONE,
    DOWN,
    SILENT
  }

  final MemoryStore memory = new MemoryStore();
  final Map<String, Fault> faults = new TreeMap<>();
  final Map<String, String> moved = new TreeMap<>();
  final List<String> batches = new ArrayList<>();
  final List<String> settled = new ArrayList<>();

  PlacedStore(String... places) {
    for (String place : places) {
      faults.put(place, Fault.NONE);
    }
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests) {
    return decideAll(requests, (number, failure) -> {});
  }

  @Override
  public CompletionStage<Void> decideAll(List<Verdicts> requests, BatchListener listener) {
    batches.add(
        requests.stream().map(request -> request.get(0).charge().key().subject()).toList() + "");
    List<CompletableFuture<?>> all = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      int number = i;
      Verdicts request = requests.get(i);
      CompletableFuture<Verdicts> one =
          through(of(request.charges()), () -> decided(request)).toCompletableFuture();
      var unused = one.whenComplete((done, failure) -> listener.ended(number, failure));
      all.add(one);
    }
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
  }

  private CompletionStage<Verdicts> decided(Verdicts request) {
    memory.decide(request);
    return request.stage();
  }

  private <T extends @Nullable Object> CompletionStage<T> through(
      List<String> needed, Supplier<CompletionStage<T>> answer) {
    for (String place : needed) {
      Fault fault = faults.getOrDefault(place, Fault.DOWN);
      if (fault == Fault.DOWN) {
        return CompletableFuture.failedFuture(new StoreUnavailableException(place + ": down"));
      } else if (fault == Fault.SILENT) {
        return new CompletableFuture<>();
      }
    }
    return answer.get();
  }

  /** Settles in the available places, and fails if one is unavailable. */
  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    for (String place : ofReservation(reservation)) {
      if (faults.get(place) == Fault.NONE) {
        settled.add(reservation + "@" + place);
      }
    }
    return through(ofReservation(reservation), () -> memory.settle(reservation, cost, now));
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return through(of(key), () -> memory.inspect(key, index, now));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return through(of(key), () -> memory.reset(key, index, now));
  }

  @Override
  public Places places() {
    return this;
  }

  @Override
  public List<String> all() {
    return List.copyOf(faults.keySet());
  }

  @Override
  public List<String> of(Charges charges) {
    SortedSet<String> places = new TreeSet<>();
    for (int i = 0; i < charges.size(); i++) {
      places.addAll(of(charges.get(i).key()));
    }
    return List.copyOf(places);
  }

  @Override
  public List<String> of(Key key) {
    return of(key.subject());
  }

  @Override
  public List<String> ofReservation(String reservation) {
    return of(reservation);
  }

  private List<String> of(String name) {
    SortedSet<String> places = new TreeSet<>();
    for (String place : name.substring(0, name.indexOf('/')).split("\\+", -1)) {
      places.add(moved.getOrDefault(place, place));
    }
    return List.copyOf(places);
  }

  @Override
  public @Nullable String subject(String place, int number) {
    return faults.containsKey(place) ? place + "/trial-" + number : null;
  }

  @Override
  public void close() {}
}
