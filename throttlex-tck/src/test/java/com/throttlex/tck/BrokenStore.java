package com.throttlex.tck;

import com.throttlex.store.Charge;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A store that is right but for what a subclass does wrong. */
class BrokenStore extends ForwardingStore {
  static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);

  BrokenStore() {
    super(new MemoryStore());
  }

  /** A request with the same options and no charges yet. */
  static Charges emptyCopy(Charges charges) {
    return new Charges().startLike(charges);
  }

  static void copyAnswer(Charge from, Charge to) {
    to.judged(from.allowed(), from.waitNanos(), from.delayNanos());
    to.report(from.remaining(), from.resetAt(), from.bookedAt());
  }
}
