package com.throttlex.shared;

import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.ReservationLife;
import com.throttlex.store.StoreUnavailableException;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A request whose charges are in several shards, so that no single shard can decide it.
 *
 * <p>Every shard decides and charges its part, all at the same time. If a part is denied, the
 * charges of the other parts are taken back before the request is answered. If a part fails, or
 * taking back fails, the request fails too. Never more is admitted than the limits allow. Until a
 * charge is taken back, it can deny another request, and a reader may see one shard charged and
 * another not yet. After a charge is taken back, the counter's remaining units are read again; if
 * that fails, the earlier value is reported. A bucket that was charged and refunded refills from
 * then on, and can lack the refill of one nanosecond.
 *
 * <p><b>Parts.</b> A part is taken back as a whole. The charges of a shadow rule in several shards
 * can be denied while the request is allowed. So they are separate parts.
 *
 * <p><b>Repeated requests.</b> Each shard stores the answers to a part that it has admitted. A
 * repeated request gets them again and is not charged again. A reservation is settled once, so
 * nothing is taken back twice. A part that was denied is decided again. An {@link Agreement}
 * handles a part that gets another answer than the first time. If the agreement is that the charges
 * are taken back, a repeated request that would be allowed is decided again under other names. Its
 * answers are stored for five minutes from the first denial.
 *
 * <p><b>Keys that move.</b> A charge of a key with several stores is a charge in each of them. It
 * fits if it fits everywhere, and the answer is that of the store that denies or has least left.
 */
final class AcrossShards {
  private static final int MOST_ROUNDS = 8;

  /** The prefix of reservation names that are only used to take charges back. */
  private static final String TAKEN_BACK = ReservationLife.BRIEF + "shards";

  private final Placement shards;
  private final Charges charges;
  private final Verdicts verdicts;
  private final String attempt;
  private final @Nullable String replayKey;
  private final long began = System.nanoTime();
  private List<ShardPart> parts = List.of();
  private int round;

  /**
   * Creates the check of a request.
   *
   * @param attempt a name that no other request ever had
   */
  AcrossShards(Placement shards, Charges charges, String attempt) {
    this.shards = shards;
    charges.keep(); // the parts have the same keys
    this.charges = charges;
    verdicts = new Verdicts(charges);
    this.attempt = attempt;
    replayKey = charges.isDryRun() ? null : charges.replayKey();
  }

  /** The charges that are decided together: those of one rule, or those of all other rules. */
  private record Place(int shard, @Nullable Integer rule) {}

  private List<ShardPart> split() {
    Map<Place, ShardPart> split = new LinkedHashMap<>();
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      Integer rule = charge.shadow() && isSpread(charge.rule()) ? charge.rule() : null;
      for (int shard : shards.of(charge.key())) {
        split
            .computeIfAbsent(
                new Place(shard, rule),
                place -> new ShardPart(shard, shards.store(shard), verdicts))
            .add(i);
      }
    }
    return List.copyOf(split.values());
  }

  private boolean isSpread(int rule) {
    int first = Placement.SEVERAL;
    for (int i = 0; i < charges.size(); i++) {
      if (charges.get(i).rule() == rule) {
        int[] places = shards.of(charges.get(i).key());
        if (places.length > 1 || (first != Placement.SEVERAL && places[0] != first)) {
          return true;
        }
        first = places[0];
      }
    }
    return false;
  }

  CompletionStage<Verdicts> decide() {
    parts = split();
    List<CompletionStage<Void>> asked = new ArrayList<>();
    String name =
        (charges.reservation() == null ? TAKEN_BACK : charges.reservation()) + "~" + attempt;
    Set<Integer> seen = new HashSet<>();
    for (ShardPart part : parts) {
      String suffix = "~" + round + "-" + asked.size();
      // The first part in a shard has the key of a request that is in this shard only. So an answer
      // that was stored before a key moves, or while it moves, is found afterwards.
      boolean own = round == 0 && seen.add(part.shard());
      String key = replayKey == null || own ? replayKey : replayKey + suffix;
      asked.add(part.ask(name + suffix, key));
    }
    return LeasedRequest.all(asked)
        .handle((answered, failure) -> failure == null ? conclude() : giveUp(failure))
        .thenCompose(Function.identity());
  }

  private CompletionStage<Verdicts> conclude() {
    BitSet judged = new BitSet();
    parts.forEach(part -> part.judge(judged, shards));
    boolean admitted = verdicts.admitted();
    return agree(admitted)
        .thenCompose(
            stand -> {
              if (!stand) {
                return takeBack(part -> part.isCharged() || (!admitted && part.isKept()))
                    .thenCompose(done -> undone(admitted));
              }
              // a denied repeat takes nothing back if the charges stand: they admitted a request
              return takeBack(part -> admitted && part.isTooMuch()).thenApply(done -> report());
            });
  }

  private CompletionStage<Verdicts> undone(boolean admitted) {
    if (!admitted) {
      return report().stage();
    }
    if (++round == MOST_ROUNDS) {
      return CompletableFuture.failedFuture(
          new StoreUnavailableException(
              "shards: charges were taken back " + round + " times; retry the request"));
    }
    return decide();
  }

  /** Takes all charges back and fails the request, because a part could not be decided. */
  private CompletionStage<Verdicts> giveUp(Throwable failure) {
    return agree(false)
        .thenCompose(
            stand ->
                stand ? CompletableFuture.completedFuture(null) : takeBack(ShardPart::isCharged))
        .handle((done, ignored) -> Failures.cause(failure))
        .thenCompose(CompletableFuture::failedFuture);
  }

  /** Returns whether the charges stand, as agreed by all shards. */
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

  private Verdicts report() {
    verdicts.now(parts.get(0).now());
    boolean names = charges.reservation() != null && verdicts.admitted() && !charges.isDryRun();
    List<SplitReservation.Place> reserved = new ArrayList<>();
    for (ShardPart part : parts) {
      if (names && !part.isTooMuch()) {
        reserved.add(new SplitReservation.Place(shards.id(part.shard()), part.name()));
      }
    }
    BitSet reported = new BitSet();
    for (ShardPart part : parts) {
      part.report(reported);
      if (part.isDegraded()) {
        verdicts.degraded();
      }
    }
    if (names) {
      verdicts.reservedAs(new SplitReservation(reserved).toString());
    }
    BucketCarry carry = shards.carry();
    if (carry != null && !verdicts.isDegraded()) {
      for (int i = 0; i < charges.size(); i++) {
        if (!charges.isPeek(charges.get(i)) && BucketCarry.isNeeded(charges.get(i).limit())) {
          carry(carry, i);
        }
      }
    }
    return verdicts;
  }

  /** Carries the charges of a bucket to each of its stores from those before it. */
  private void carry(BucketCarry carry, int place) {
    Charge charge = charges.get(place);
    long cost = verdicts.counts(verdicts.get(place)) ? charge.cost() : 0;
    long least = charge.limit().capacity() - cost;
    boolean drawn = false; // a bucket that was full has nothing to carry
    for (int shard : shards.of(charge.key())) {
      for (ShardPart part : parts) {
        ChargeVerdict said = part.shard() == shard ? part.answer(place) : null;
        if (said != null) {
          if (drawn) {
            long nanos = System.nanoTime() - began;
            carry.carry(
                shards.store(shard), shard, charge, least, said.remaining(), part.now(), nanos);
          }
          drawn |= said.remaining() < least;
          least = Math.min(least, said.remaining());
        }
      }
    }
  }
}
