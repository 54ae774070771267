package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.Store;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.HexFormat;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/**
 * Leases units from the shared store and returns unused ones.
 *
 * <p>A lease is an ordinary charge. If its units can be returned, it has a reservation, which is
 * named after the lease. Units are returned by settling it; the store does this once, however often
 * it is called.
 */
final class Lessor {
  /** How long units can be returned; an idle key returns them after about a second. */
  private static final long RETURN_NANOS = 10_000_000_000L;

  private final Store shared;
  private final TimeSource time;
  private final Nodes nodes;
  private final String node;
  private final AtomicLong leases = new AtomicLong();

  Lessor(Store shared, TimeSource time, Nodes nodes, RandomGenerator random) {
    this.shared = shared;
    this.time = time;
    this.nodes = nodes;
    HexFormat hex = HexFormat.of();
    node = hex.toHexDigits(random.nextLong()) + hex.toHexDigits(random.nextLong());
  }

  int nodes() {
    return Math.max(1, nodes.live());
  }

  long now() {
    return time.nanos();
  }

  /** Creates the request for units of a counter. */
  Charges question(Key key, int index, Meter limit, Terms terms, long units, long now) {
    Charges question = new Charges().start(now);
    question.add(key, index, limit, units, 0, terms);
    if (!(limit instanceof Bucket)) {
      question.reserve("lease-" + node + "-" + leases.incrementAndGet(), RETURN_NANOS);
    }
    return question;
  }

  /** Sends the request to the shared store. */
  CompletionStage<Verdicts> ask(Charges question) {
    return Failures.caught(() -> shared.decide(question));
  }

  /** Settles a lease to the units used; a failure is ignored. */
  CompletionStage<Void> giveBack(String name, long used) {
    return Failures.caught(() -> shared.settle(name, used, time.nanos()))
        .handle((settlement, failure) -> null); // units not returned expire with the window
  }
}
