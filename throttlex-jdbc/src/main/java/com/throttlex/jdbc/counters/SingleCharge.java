package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.Bucket;
import com.throttlex.algorithm.CounterState;
import com.throttlex.algorithm.FixedWindow;
import com.throttlex.algorithm.LimitText;
import com.throttlex.algorithm.Meter;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.Verdicts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A request with one charge that the database decides by itself, in one statement: one round trip,
 * and the counter is locked no longer than that.
 *
 * <p>It is for fixed windows and for buckets whose amount divides the period, which SQL can compute
 * with whole numbers. It only charges a counter that is new or has the same limit; {@link
 * DecideTransaction} decides all others. Its capacity is the share of the charge's priority class.
 */
final class SingleCharge {
  private final Verdicts verdicts;
  private final Charge charge;
  private final Meter meter;
  private final RowKey key;
  private final long mark = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE);
  private boolean answered;

  private SingleCharge(Verdicts verdicts, Meter meter, RowKey key) {
    this.verdicts = verdicts;
    charge = verdicts.charges().get(0);
    this.meter = meter;
    this.key = key;
  }

  /** Returns the only charge of the only request; null if it cannot be decided this way. */
  static @Nullable SingleCharge of(String prefix, List<Verdicts> requests) {
    Charges charges = requests.get(0).charges();
    if (requests.size() > 1
        || charges.size() != 1
        || charges.isDryRun()
        || charges.replayKey() != null
        || charges.reservation() != null) {
      return null;
    }
    Charge charge = charges.get(0);
    boolean plain = charge.maxDelay() == 0 && charge.cost() > 0;
    return plain
            && charge.cost() <= charge.capacity()
            && charge.limit() instanceof Meter meter
            && isPlain(meter)
        ? new SingleCharge(
            requests.get(0), meter, RowKey.ofCounter(prefix, charge.key(), charge.index()))
        : null;
  }

  private static boolean isPlain(Meter meter) {
    return meter instanceof Bucket bucket
        ? bucket.isOnPlainClock()
        : meter instanceof FixedWindow && meter.rate().period().calendar() == null;
  }

  /** Charges the counter; returns false if {@link DecideTransaction} has to decide. */
  boolean run(Transaction transaction) throws SQLException {
    answered = false;
    if (!transaction.canChargeAtOnce()) {
      return false;
    }
    BoundStatement call;
    if (meter instanceof Bucket bucket) {
      call = transaction.lastNamed("charge-bucket", name -> bucketValue(transaction, bucket, name));
    } else {
      FixedWindow window = (FixedWindow) meter;
      call = transaction.lastNamed("charge-window", name -> windowValue(transaction, window, name));
    }
    call.rows(this::take);
    return answered;
  }

  private @Nullable Object bucketValue(Transaction transaction, Bucket bucket, String name) {
    return switch (name) {
      case "charged" -> charge.cost() * bucket.unit();
      case "capacity" -> charge.capacity() * bucket.unit();
      default -> value(transaction, name);
    };
  }

  private @Nullable Object windowValue(Transaction transaction, FixedWindow window, String name) {
    return switch (name) {
      case "charged" -> charge.cost();
      case "capacity" -> charge.capacity();
      case "period" -> window.rate().period().nanos();
      case "bits" -> (long) window.countBits();
      default -> value(transaction, name);
    };
  }

  private @Nullable Object value(Transaction transaction, String name) {
    return switch (name) {
      case "now" -> transaction.setTime();
      case "key" -> key;
      case "mark" -> mark;
      case "limits" -> LimitText.of(meter);
      case "margin" -> Transaction.MARGIN;
      default -> throw new IllegalStateException("value: " + name + " (expected: a known name)");
    };
  }

  /**
   * Reads the answer. A counter with the same limit returns its state even if it was not charged.
   */
  private void take(ResultSet row) throws SQLException {
    if (!BoundStatement.text(row, "limits").equals(LimitText.of(meter))) {
      return;
    }
    long now = row.getLong("now");
    long word = row.getLong("word");
    boolean charged = row.getBoolean("charged");
    CounterState state = new CounterState().load(meter, word, 0, null);
    ChargeVerdict verdict = verdicts.get(0);
    verdicts.now(now);
    verdict.judge(state, charged, now);
    verdict.report(state, charged, now);
    answered = true;
  }
}
