package com.throttlex.shared;

import com.throttlex.key.Key;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Verdicts;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A store that spreads keys over several stores, by consistent hashing of their subject and the
 * stores' names; see {@link Shards}.
 *
 * <p>A request whose charges are all in one shard goes there unchanged. This is the common case,
 * because all keys of one subject are in one shard. {@link AcrossShards} decides the others.
 *
 * <p>Each shard fails by itself. If each is a {@link SharedStore} with its own circuit breaker, an
 * unavailable shard degrades only the requests that have a key in it.
 *
 * <p>If a shard is added or removed, the keys that move get new counters. All nodes must have the
 * same shards: otherwise a key can have counters in two shards and be admitted in both.
 */
public final class ShardedStore implements Store {
  /**
   * A store and the name by which its keys are placed.
   *
   * @param name a name that does not depend on how the store is reached, such as host and database
   */
  public record Shard(String name, Store store) {
    /** Throws if the name is blank. */
    public Shard {
      if (name.isBlank()) {
        throw new IllegalArgumentException("name: '" + name + "' (expected: not blank)");
      }
    }
  }

  private final Placement shards;
  private final AtomicLong attempts = new AtomicLong();
  private final String node = HexFormat.of().toHexDigits(new SecureRandom().nextLong());

  /** Spreads keys over stores, which are closed with this object; their order has no effect. */
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

  /** Spreads keys over the stores of a placement, which are closed with this object. */
  ShardedStore(Placement placement) {
    shards = placement;
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    int shard = shards.ofAll(charges);
    if (shard == Placement.SEVERAL) {
      String attempt = node + Long.toString(attempts.incrementAndGet(), Character.MAX_RADIX);
      return new AcrossShards(shards, charges, attempt).decide();
    }
    CompletionStage<Verdicts> decided = Failures.caught(() -> shards.store(shard).decide(charges));
    return charges.reservation() == null && charges.replayKey() == null
        ? decided
        : decided.thenApply(verdicts -> name(verdicts, shard));
  }

  /** Adds the shard to the name of the reservation, so that its settlement finds the shard. */
  private Verdicts name(Verdicts verdicts, int shard) {
    String given = verdicts.reservation();
    if (given != null) {
      verdicts.reservedAs(SplitReservation.of(shards.id(shard), given).toString());
    }
    return verdicts;
  }

  /**
   * Settles the parts in all shards at the same time. Returns the first result that is not unknown,
   * so of several concurrent settlements one returns that it settled.
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

  /**
   * Extends the parts one after the other. If one is denied or fails, those before it take the
   * further units back. If that fails too, they stay charged until the settlement.
   */
  @Override
  public CompletionStage<@Nullable Verdicts> extend(String reservation, long cost, long now) {
    SplitReservation split = SplitReservation.parse(reservation);
    if (split == null) {
      return CompletableFuture.completedFuture(null);
    }
    return extend(split.places(), 0, cost, now)
        .thenApply(
            verdicts -> {
              if (verdicts != null) {
                verdicts.reservedAs(reservation);
              }
              return verdicts;
            });
  }

  private CompletionStage<@Nullable Verdicts> extend(
      List<SplitReservation.Place> places, int i, long cost, long now) {
    int shard = shards.byId(places.get(i).shard());
    if (shard < 0) {
      return CompletableFuture.completedFuture(null);
    }
    CompletionStage<@Nullable Verdicts> extended =
        Failures.caught(() -> shards.store(shard).extend(places.get(i).name(), cost, now));
    return i + 1 == places.size()
        ? extended
        : extended.thenCompose(
            first ->
                first == null || !first.admitted()
                    ? CompletableFuture.completedFuture(first)
                    : extend(places, i + 1, cost, now)
                        .handle(
                            (rest, failure) ->
                                joined(shard, places.get(i), cost, first, rest, failure))
                        .thenCompose(Function.identity()));
  }

  private CompletionStage<@Nullable Verdicts> joined(
      int shard,
      SplitReservation.Place place,
      long cost,
      Verdicts first,
      @Nullable Verdicts rest,
      @Nullable Throwable failure) {
    if (rest != null && rest.admitted()) {
      return CompletableFuture.completedFuture(joined(first, rest));
    }
    CompletionStage<@Nullable Verdicts> answer =
        failure == null
            ? CompletableFuture.completedFuture(rest)
            : CompletableFuture.failedFuture(Failures.cause(failure));
    return Failures.caught(() -> shards.store(shard).extend(place.name(), -cost, first.now()))
        .handle((takenBack, ignored) -> answer)
        .thenCompose(Function.identity());
  }

  /** Returns the verdicts of two shards as one answer. */
  private static Verdicts joined(Verdicts first, Verdicts rest) {
    Charges all = new Charges().start(first.now());
    List<ChargeVerdict> said = new ArrayList<>();
    for (Verdicts part : List.of(first, rest)) {
      for (int i = 0; i < part.size(); i++) {
        all.add(part.charges().get(i));
        said.add(part.get(i));
      }
    }
    Verdicts joined = new Verdicts(all);
    for (int i = 0; i < said.size(); i++) {
      joined.get(i).answerAs(said.get(i));
    }
    if (first.isDegraded() || rest.isDegraded()) {
      joined.degraded();
    }
    return joined;
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    int[] places = shards.of(key);
    CompletionStage<Optional<Status>> found = inspect(places[0], key, index, now);
    for (int i = 1; i < places.length; i++) {
      found = found.thenCombine(inspect(places[i], key, index, now), ShardedStore::leastLeft);
    }
    return found;
  }

  private CompletionStage<Optional<Status>> inspect(int place, Key key, int index, long now) {
    return Failures.caught(() -> shards.store(place).inspect(key, index, now));
  }

  /** Returns the status that decides: a key that moves is denied by the store with less left. */
  private static Optional<Status> leastLeft(Optional<Status> one, Optional<Status> other) {
    return Stream.of(one, other)
        .flatMap(Optional::stream)
        .min(Comparator.comparingLong(Status::remaining));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    int[] places = shards.of(key);
    CompletionStage<Boolean> reset = reset(places[0], key, index, now);
    for (int i = 1; i < places.length; i++) {
      reset = reset.thenCombine(reset(places[i], key, index, now), Boolean::logicalOr);
    }
    return reset;
  }

  private CompletionStage<Boolean> reset(int place, Key key, int index, long now) {
    return Failures.caught(() -> shards.store(place).reset(key, index, now));
  }

  /** Closes all stores, even if one of them fails to close. */
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
