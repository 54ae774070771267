package com.throttlex.distributed;

import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.StoreUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request whose charges lie in several shards, which no one of them can decide.
 *
 * <p>Every shard decides and charges its part, all at the same time. If a part denies, what the
 * others have charged is taken back before the answer is given; so it is when a part fails, and
 * then the request does, as when taking back fails. Never more is admitted than the limits allow;
 * but until it is taken back, a charge that will not stand can deny another request, and whoever
 * looks may see one shard charged and another not yet. What is left of a counter after a charge was
 * taken back is looked up then; should that fail, what was left before is told. A bucket that has
 * been charged and given back flows from then on, and can lack a nanosecond's flow.
 *
 * <p><b>Parts.</b> A part is taken back whole. So the charges of a shadow rule that lie in several
 * shards, which can fall while the request passes, are parts of their own.
 *
 * <p><b>Repetitions.</b> Each shard keeps the answers to a part that it has admitted, which gets
 * them again and is not charged again; a reservation is settled once, so nothing is taken back
 * twice. A part that was denied is decided anew. An {@link Agreement} is for the case that a part
 * is answered otherwise than the first time. A repetition that would pass after it was agreed that
 * the charges fall is decided anew under other names. Its answers are kept for five minutes from
 * when the request was first denied.
 */
final class AcrossShards {
  private static final int MOST_ROUNDS = 8;

  /** What names begin with that are only for taking charges back. */
  private static final String TAKEN_BACK = ReservationLife.BRIEF + "shards";

  private final Shards shards;
  private final Charges charges;
  private final String attempt;
  private final @Nullable String replayKey;
  private List<ShardPart> parts = List.of();
  private int round;

  /** A request, and a name that no other was ever given. */
  AcrossShards(Shards shards, Charges charges, String attempt) {
    this.shards = shards;
    this.charges = charges;
    this.attempt = attempt;
    replayKey = charges.isDryRun() ? null : charges.replayKey();
  }

  /** Where charges are decided together; of a rule of their own, or else those of all others. */
  private record Place(int shard, @Nullable Integer rule) {}

  private List<ShardPart> split() {
    Map<Place, ShardPart> split = new LinkedHashMap<>();
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      int shard = shards.of(charge.key());
      Integer rule = charge.shadow() && isSpread(charge.rule()) ? charge.rule() : null;
      split
          .computeIfAbsent(
              new Place(shard, rule), place -> new ShardPart(shard, shards.store(shard), charges))
          .add(i);
    }
    return List.copyOf(split.values());
  }

  private boolean isSpread(int rule) {
    int first = Shards.SEVERAL;
    for (int i = 0; i < charges.size(); i++) {
      if (charges.get(i).rule() == rule) {
        int shard = shards.of(charges.get(i).key());
        if (first != Shards.SEVERAL && shard != first) {
          return true;
        }
        first = shard;
      }
    }
    return false;
  }

  CompletionStage<Void> decide() {
    parts = split();
    List<CompletionStage<Void>> asked = new ArrayList<>();
    String name =
        (charges.reservation() == null ? TAKEN_BACK : charges.reservation()) + "~" + attempt;
    for (ShardPart part : parts) {
      String suffix = "~" + round + "-" + asked.size();
      asked.add(part.ask(name + suffix, replayKey == null ? null : replayKey + suffix));
    }
    return LeasedRequest.all(asked)
        .handle((answered, failure) -> failure == null ? conclude() : giveUp(failure))
        .thenCompose(Function.identity());
  }

  private CompletionStage<Void> conclude() {
    parts.forEach(ShardPart::judge);
    boolean admitted = charges.admitted();
    return agree(admitted)
        .thenCompose(
            stand -> {
              if (!stand) {
                return takeBack(part -> part.isCharged() || (!admitted && part.isKept()))
                    .thenCompose(done -> undone(admitted));
              }
              // a denial of what stands is not this request's to undo: some other was told it does
              return takeBack(part -> admitted && part.isTooMuch()).thenRun(this::report);
            });
  }

  private CompletionStage<Void> undone(boolean admitted) {
    if (!admitted) {
      report();
      return CompletableFuture.completedFuture(null);
    }
    if (++round == MOST_ROUNDS) {
      return CompletableFuture.failedFuture(
          new StoreUnavailableException(
              "shards: gave up " + round + " times (expected: all parts of a repeated request)"));
    }
    return decide();
  }

  /** The request fails, as a part could not be decided: nothing of it may stand. */
  private CompletionStage<Void> giveUp(Throwable failure) {
    return agree(false)
        .thenCompose(
            stand ->
                stand ? CompletableFuture.completedFuture(null) : takeBack(ShardPart::isCharged))
        .handle((done, ignored) -> Failures.cause(failure))
        .thenCompose(CompletableFuture::failedFuture);
  }

  /** Whether the charges stand. */
  private CompletionStage<Boolean> agree(boolean stand) {
    if (replayKey == null) {
      return CompletableFuture.completedFuture(stand);
    }
    Agreement agreement = new Agreement(stand);
    parts.forEach(part -> part.say(agreement));
    return agreement.reached();
  }

  private CompletionStage<Void> takeBack(Predicate<ShardPart> which) {
    List<CompletionStage<Void>> taken = new ArrayList<>();
    for (ShardPart part : parts) {
      if (which.test(part)) {
        taken.add(part.takeBack());
      }
    }
    return LeasedRequest.all(taken);
  }

  private void report() {
    charges.now(parts.get(0).now());
    boolean names = charges.reservation() != null && charges.admitted() && !charges.isDryRun();
    List<SplitReservation.Place> reserved = new ArrayList<>();
    for (ShardPart part : parts) {
      if (names && !part.isTooMuch()) {
        reserved.add(new SplitReservation.Place(shards.id(part.shard()), part.name()));
      }
      part.report();
      if (part.isDegraded()) {
        charges.degraded();
      }
    }
    if (names) {
      charges.reservedAs(new SplitReservation(reserved).toString());
    }
  }
}
