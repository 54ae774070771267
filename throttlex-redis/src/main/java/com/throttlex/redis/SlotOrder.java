package com.throttlex.redis;

import com.throttlex.store.BatchStore;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Requests in flight to a Cluster: those of one hash slot together, and in each hash slot one after
 * the other in their order.
 *
 * <p>Each hash slot answers or fails by itself, and the result is reported to its requests. If a
 * hash slot is unavailable, it is not called again for the later requests. If requests that were
 * sent together are wrong, nothing is reported to them, because only one may be wrong; the whole
 * batch fails with that error.
 */
final class SlotOrder {
  private final RedisStore store;
  private final List<Verdicts> requests;
  private final BatchStore.BatchListener listener;
  private final Map<Integer, List<Integer>> gathered = new LinkedHashMap<>();
  private final Map<Integer, CompletableFuture<Void>> latest = new HashMap<>();
  private final List<CompletableFuture<Void>> all = new ArrayList<>();
  private volatile @Nullable Throwable failed;
  private volatile @Nullable Throwable wrong;

  SlotOrder(RedisStore store, List<Verdicts> requests, BatchStore.BatchListener listener) {
    this.store = store;
    this.requests = requests;
    this.listener = listener;
  }

  /** Sends all requests; completes when each is decided or has failed. */
  CompletionStage<Void> decide() {
    for (int number = 0; number < requests.size(); number++) {
      add(number);
    }
    List.copyOf(gathered.keySet()).forEach(this::send);
    return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
        .thenCompose(
            unused -> {
              Throwable failure = wrong == null ? failed : wrong;
              return failure == null ? RedisStore.DONE : CompletableFuture.failedFuture(failure);
            });
  }

  private void add(int number) {
    Verdicts request = requests.get(number);
    Map<Integer, Part> parts = parts(request);
    if (parts.size() == 1) {
      int slot = parts.keySet().iterator().next();
      gathered.computeIfAbsent(slot, s -> new ArrayList<>()).add(number);
    } else if (parts.size() > 1) {
      parts.keySet().forEach(this::send);
      sendAcross(new Chunk(List.of(number), List.of(request)), parts);
    }
  }

  private Map<Integer, Part> parts(Verdicts request) {
    Charges charges = request.charges();
    Map<Integer, Part> parts = new LinkedHashMap<>();
    for (int i = 0; i < charges.size(); i++) {
      String name = store.counter(charges.get(i).key(), charges.get(i).index());
      int slot = KeyNames.slot(name);
      parts.computeIfAbsent(slot, s -> new Part(s, request)).add(i, name);
    }
    return parts;
  }

  private void send(int slot) {
    List<Integer> numbers = gathered.remove(slot);
    if (numbers == null) {
      return;
    }
    for (Chunk chunk : Chunk.of(requests, numbers)) {
      CompletableFuture<Void> done =
          after(List.of(slot), () -> store.decideTogether(chunk.requests()));
      latest.put(slot, done.handle((unused, failure) -> stopAt(failure)));
      tell(chunk, done);
    }
  }

  private void sendAcross(Chunk request, Map<Integer, Part> parts) {
    List<Part> list = List.copyOf(parts.values());
    CompletableFuture<Void> done =
        after(parts.keySet(), () -> store.decideAcross(request.requests().get(0), list));
    for (Part part : list) {
      latest.put(
          part.slot(),
          done.handle((unused, failure) -> part.isAnswered() ? null : stopAt(failure)));
    }
    tell(request, done);
  }

  private CompletableFuture<Void> after(
      Collection<Integer> slots, Supplier<CompletionStage<Void>> work) {
    CompletableFuture<?>[] before =
        slots.stream().map(latest::get).filter(l -> l != null).toArray(CompletableFuture[]::new);
    return before.length == 0
        ? begun(work)
        : CompletableFuture.allOf(before).thenCompose(unused -> begun(work));
  }

  private static CompletableFuture<Void> begun(Supplier<CompletionStage<Void>> work) {
    try {
      return work.get().toCompletableFuture();
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Throws if the hash slot is unavailable; ignores failures of other requests. */
  @SuppressWarnings("NullAway") // Void has no other value
  private static Void stopAt(@Nullable Throwable failure) {
    if (failure != null && RedisFailures.isUnavailable(failure)) {
      throw new CompletionException(failure);
    }
    return null;
  }

  private void tell(Chunk chunk, CompletableFuture<Void> done) {
    all.add(
        done.handle(
            (unused, failure) -> {
              boolean unclear = failure != null && !RedisFailures.isUnavailable(failure);
              if (unclear) {
                wrong = failure;
              } else if (failure != null) {
                failed = failure;
              }
              if (!unclear || chunk.numbers().size() == 1) {
                chunk.tell(listener, failure);
              }
              return null;
            }));
  }
}
