package com.throttlex.shared;

import static com.throttlex.shared.GuardLab.LIMIT;
import static com.throttlex.shared.GuardLab.TIMEOUT;
import static com.throttlex.shared.GuardLab.key;
import static com.throttlex.shared.GuardLab.terms;

import com.throttlex.store.Charges;
import com.throttlex.store.FailureMode;
import com.throttlex.store.Verdicts;
import java.util.concurrent.CompletionStage;

/** A guarded store with places, in time that a test moves. */
final class PlacesLab {
  final SteppedTime time = new SteppedTime();
  final PlacedStore store = new PlacedStore("a", "b", "c");
  final CountingListener listener = new CountingListener();
  final Coalescer coalescer = new Coalescer(store, CoalescerSettings.of(TIMEOUT), time, time);
  final Guard guard =
      new Guard(coalescer, GuardSettings.of(TIMEOUT), () -> 1, time, time, listener);

  /** Returns a request for one unit of each key. */
  Charges charges(String... keys) {
    Charges charges = new Charges().start(time.nanos());
    for (String name : keys) {
      charges.add(key(name), 0, LIMIT, 1, 0, terms(FailureMode.LOCAL));
    }
    return charges;
  }

  /** Decides, and moves the time on until the answer. */
  Verdicts decide(Charges charges) {
    CompletionStage<Verdicts> decided = guard.decide(charges);
    for (int i = 0; i < 200 && !decided.toCompletableFuture().isDone(); i++) {
      time.passMillis(1);
    }
    return decided.toCompletableFuture().join();
  }

  Verdicts decide(String... keys) {
    return decide(charges(keys));
  }

  /** Makes a place fail, and sends requests for these keys until its circuit is open. */
  void breakPlace(String place, PlacedStore.Fault fault, String... keys) {
    store.faults.put(place, fault);
    for (int i = 0; i < 100 && state(place) != BreakerState.OPEN; i++) {
      time.passMillis(5);
      decide(keys);
    }
    if (state(place) != BreakerState.OPEN) {
      throw new AssertionError(place + ": " + state(place) + " (expected: OPEN)");
    }
  }

  /** Ends the failure of a place, and waits for the trial calls. */
  void mend(String place) {
    store.faults.put(place, PlacedStore.Fault.NONE);
    time.passMillis(1_100);
  }

  BreakerState state(String place) {
    return guard.states().getOrDefault(place, BreakerState.CLOSED);
  }

  /** Returns what the store itself has left of a key. */
  long left(String name) {
    Charges charges = new Charges().start(time.nanos()).dryRun();
    charges.add(key(name), 0, LIMIT, 1);
    return store.memory.decide(charges).toCompletableFuture().join().get(0).remaining();
  }
}
