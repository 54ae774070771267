package com.throttlex.distributed;

import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keys spread over several stores by consistent hashing of their subject and the stores' names;
 * {@link Shards} says how.
 *
 * <p>A request whose charges all lie in one shard goes there as it is. Most do: all keys of one
 * subject lie together. {@link AcrossShards} says what happens to the others.
 *
 * <p>Each shard fails by itself. When each is a {@link SharedStore} with a breaker of its own, one
 * that is down degrades the requests that have a key in it, and no others.
 *
 * <p>A key whose shard changes because one was added or removed begins anew there. All nodes have
 * to know the same shards: where they do not, a key that is looked for in two places can be
 * admitted in both.
 */
public final class ShardedStore implements Store {
  /**
   * A store and the name that its keys are placed by.
   *
   * @param name what stays the same wherever and however it is reached, such as host and database
   */
  public record Shard(String name, Store store) {
    /** Checks the name. */
    public Shard {
      if (name.isBlank()) {
        throw new IllegalArgumentException("name: '" + name + "' (expected: not blank)");
      }
    }
  }

  private final Shards shards;
  private final AtomicLong attempts = new AtomicLong();
  private final String node = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  /** Spreads keys over stores, which are closed with this object; their order does not matter. */
  public ShardedStore(List<Shard> shards) {
    if (shards.isEmpty()) {
      throw new IllegalArgumentException("shards: none (expected: at least one)");
    }
    Set<String> names = new HashSet<>();
    for (Shard shard : shards) {
      if (!names.add(shard.name)) {
        throw new IllegalArgumentException(
            "shards: " + shard.name + " twice (expected: each name once)");
      }
    }
    this.shards = new Shards(shards);
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    int shard = shards.ofAll(charges);
    if (shard == Shards.SEVERAL) {
      String attempt = node + Long.toString(attempts.incrementAndGet(), Character.MAX_RADIX);
      return new AcrossShards(shards, charges, attempt).decide();
    }
    CompletionStage<Void> decided;
    try {
      decided = shards.store(shard).decide(charges);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return charges.reservation() == null && charges.replayKey() == null
        ? decided
        : decided.thenRun(() -> name(charges, shard));
  }

  /** Adds the shard to the reservation's name, so that it is found again. */
  private void name(Charges charges, int shard) {
    String given = charges.reservation();
    if (given != null) {
      charges.reservedAs(SplitReservation.of(shards.id(shard), given).toString());
    }
  }

  /**
   * Settles the parts in all shards at the same time; the answer is the first known one of the
   * parts', so of many that settle at once one hears that it did.
   */
  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    SplitReservation split = SplitReservation.parse(reservation);
    if (split == null) {
      return CompletableFuture.completedFuture(Settlement.UNKNOWN);
    }
    List<CompletableFuture<Settlement>> settling = new ArrayList<>();
    for (SplitReservation.Place place : split.places()) {
      int shard = shards.byId(place.shard());
      if (shard >= 0) {
        Store store = shards.store(shard);
        settling.add(
            Failures.caught(() -> store.settle(place.name(), cost, now)).toCompletableFuture());
      }
    }
    return CompletableFuture.allOf(settling.toArray(CompletableFuture[]::new))
        .thenApply(done -> firstKnown(settling));
  }

  private static Settlement firstKnown(List<CompletableFuture<Settlement>> settled) {
    return settled.stream()
        .map(CompletableFuture::join)
        .filter(settlement -> settlement != Settlement.UNKNOWN)
        .findFirst()
        .orElse(Settlement.UNKNOWN);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return Failures.caught(() -> shards.store(shards.of(key)).inspect(key, index, now));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return Failures.caught(() -> shards.store(shards.of(key)).reset(key, index, now));
  }

  /** Closes all stores, also when one of them fails to. */
  @Override
  public void close() {
    RuntimeException failure = null;
    for (Store store : shards.stores()) {
      try {
        store.close();
      } catch (RuntimeException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
