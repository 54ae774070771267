package com.throttlex.tck;

import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Settlement;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that is right but for what a subclass does wrong. */
class BrokenStore implements Store {
  static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  final Store right = new MemoryStore();

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    return right.decide(charges);
  }

  @Override
  public CompletionStage<Settlement> settle(String reservation, long cost, long now) {
    return right.settle(reservation, cost, now);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    return right.inspect(key, index, now);
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    return right.reset(key, index, now);
  }

  @Override
  public void close() {
    right.close();
  }

  /** A request with the same options and no charges yet. */
  static Charges emptyCopy(Charges charges) {
    Charges copy = new Charges().start(charges.now());
    String replayKey = charges.replayKey();
    String reservation = charges.reservation();
    if (charges.isDryRun()) {
      copy.dryRun();
    }
    if (replayKey != null) {
      copy.replayKey(replayKey);
    }
    if (reservation != null) {
      copy.reserve(reservation, charges.reservationNanos());
    }
    return copy;
  }

  static void copyAnswer(Charge from, Charge to) {
    to.judged(from.allowed(), from.waitNanos(), from.delayNanos());
    to.report(from.remaining(), from.resetAt(), from.bookedAt());
  }
}
