package com.throttlex.proxy.cost;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.adaptive.Outcome;
import com.throttlex.proxy.AnswerMeter;
import com.throttlex.rule.AnswerCost;
import com.throttlex.rule.AnswerCost.OnOverrun;
import com.throttlex.rule.Estimate;
import io.vertx.core.Context;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reads the cost of an answer, extends the reservation of its request while the cost grows, and
 * settles it at the end.
 *
 * <p>An extension asks for more units than are missing now, so that a long answer needs few
 * extensions: for as many as the estimate, or for a quarter of the cost so far. If these do not
 * fit, it asks only for the missing units. The answer continues while an extension is in flight.
 * One event loop uses this object.
 */
final class CostMeter implements AnswerMeter {
  /** The age at which a reservation is extended by one unit, so that it does not expire. */
  static final long RENEWED_NANOS = 120_000_000_000L;

  /** A cost of 0 would give back the whole request, so a client could send any number of them. */
  private static final long LEAST = 1;

  /** The bytes for a reading that looks at none of them, so that they are not copied. */
  private static final byte[] NOT_READ = {};

  private final ThrottleX throttlex;
  private final Decision decision;
  private final String reservation;
  private final Estimate estimate;
  private final CostListener listener;
  private final @Nullable Context loop = Vertx.currentContext();
  private CostReading reading = CostReading.of(CostReading.UNKNOWN);
  private long reserved;
  private long renewedAt;
  private boolean extending;
  private boolean overrun;
  private boolean cut;
  private long unsent;

  CostMeter(
      ThrottleX throttlex,
      Decision decision,
      String reservation,
      Estimate estimate,
      CostListener listener) {
    this.throttlex = throttlex;
    this.decision = decision;
    this.reservation = reservation;
    this.estimate = estimate;
    this.listener = listener;
    reserved = estimate.units();
    renewedAt = throttlex.nanos();
  }

  @Override
  public void head(int status, MultiMap headers) {
    reading = CostReadings.of(estimate.part(), headers);
    grow();
  }

  @Override
  public boolean chunk(Buffer chunk) {
    AnswerCost.Kind kind = estimate.part().kind();
    byte[] bytes = kind == AnswerCost.Kind.JSON ? chunk.getBytes() : NOT_READ;
    reading.read(bytes, 0, chunk.length());
    grow();
    cut = overrun && estimate.part().onOverrun() == OnOverrun.CUT;
    unsent = cut && kind == AnswerCost.Kind.BYTES ? chunk.length() : 0;
    return !cut;
  }

  /** Extends the reservation if the cost is more than it has, or if it is old. */
  private void grow() {
    if (extending || overrun) {
      return;
    }
    long cost = reading.cost();
    long needed = cost - reserved;
    if (needed > 0) {
      extend(Math.max(needed, Math.max(estimate.units(), cost / 4)));
    } else if (throttlex.nanos() - renewedAt > RENEWED_NANOS) {
      extend(1);
    }
  }

  private void extend(long units) {
    extending = true;
    CompletionStage<@Nullable Decision> asked = throttlex.extendAsync(reservation, units);
    Context later = asked.toCompletableFuture().isDone() ? null : loop;
    asked.whenComplete(
        (extended, failure) -> {
          if (later == null) {
            extended(units, extended, failure);
          } else {
            later.runOnContext(due -> extended(units, extended, failure));
          }
        });
  }

  private void extended(long units, @Nullable Decision extended, @Nullable Throwable failure) {
    extending = false;
    renewedAt = throttlex.nanos();
    if (failure != null) {
      return; // the next chunk tries again; the settlement is kept until the store is available
    }
    if (extended != null && extended.allowed()) {
      reserved += units;
      grow();
      return;
    }
    long needed = reading.cost() - reserved;
    if (extended != null && needed > 0 && needed < units) {
      extend(needed);
    } else {
      overrun = needed > 0;
    }
  }

  @Override
  public void end(Outcome outcome, boolean complete) {
    if (complete) {
      reading.end();
    }
    reading.close();
    long cost = reading.cost();
    if (cost == CostReading.UNKNOWN) {
      var unused = throttlex.release(decision, outcome);
    } else {
      var unused = throttlex.settleAsync(reservation, Math.max(LEAST, cost - unsent), outcome);
    }
    listener.ended(estimate.part().kind(), result(cost));
  }

  private CostListener.Result result(long cost) {
    if (cut) {
      return CostListener.Result.CUT;
    } else if (cost == CostReading.UNKNOWN) {
      return CostListener.Result.ESTIMATED;
    }
    return overrun ? CostListener.Result.OVERRUN : CostListener.Result.SETTLED;
  }
}
