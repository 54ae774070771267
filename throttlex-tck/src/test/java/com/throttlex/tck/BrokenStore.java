package com.throttlex.tck;

import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletionStage;

/** A store that is right but for what a subclass does wrong. */
class BrokenStore extends ForwardingStore {
  BrokenStore() {
    super(new MemoryStore());
  }

  /** A request with the same options and no charges yet. */
  static Charges emptyCopy(Charges charges) {
    return new Charges().startLike(charges);
  }

  /** The answer to a request whose charges are those of the other, but for what is wrong. */
  static CompletionStage<Verdicts> copyAnswer(CompletionStage<Verdicts> wrong, Charges charges) {
    Verdicts answer = charges.verdicts();
    for (int i = 0; i < charges.size(); i++) {
      copyAnswer(wrong.toCompletableFuture().join().get(i), answer.get(i));
    }
    return answer.stage();
  }

  static void copyAnswer(ChargeVerdict from, ChargeVerdict to) {
    to.judged(from.allowed(), from.waitNanos(), from.delayNanos());
    to.report(from.remaining(), from.resetAt(), from.bookedAt());
  }
}
