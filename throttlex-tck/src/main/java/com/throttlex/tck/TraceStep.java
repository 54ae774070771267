package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One step of a {@link Trace}, with a readable text form. */
sealed interface TraceStep {
  /** Sets the time. */
  record Time(long now) implements TraceStep {
    @Override
    public String toString() {
      return "time " + now;
    }
  }

  /** A request with one or several charges. */
  record Request(
      List<Part> parts,
      boolean dryRun,
      @Nullable String reservation,
      long reservationNanos,
      @Nullable String replayKey)
      implements TraceStep {
    static Request of(Part... parts) {
      return new Request(List.of(parts), false, null, 0, null);
    }

    Request asDryRun() {
      return new Request(parts, true, null, 0, null);
    }

    Request reserving(String name, long nanos) {
      return new Request(parts, dryRun, name, nanos, replayKey);
    }

    Request repeatable(String key) {
      return new Request(parts, dryRun, reservation, reservationNanos, key);
    }

    @Override
    public String toString() {
      return (dryRun ? "ask " : "charge ")
          + parts.stream().map(Part::toString).collect(Collectors.joining(" + "))
          + (reservation == null
              ? ""
              : " reserving " + reservation + " for " + Duration.ofNanos(reservationNanos))
          + (replayKey == null ? "" : " as " + replayKey);
    }
  }

  /** One charge of a request; its class may use up a share of the limit, in per cent. */
  record Part(
      String key,
      int index,
      Limit limit,
      long cost,
      int rule,
      boolean shadow,
      long maxDelay,
      int share) {
    Part(String key, int index, Limit limit, long cost) {
      this(key, index, limit, cost, 0, false, 0);
    }

    Part(String key, int index, Limit limit, long cost, int rule, boolean shadow, long maxDelay) {
      this(key, index, limit, cost, rule, shadow, maxDelay, 100);
    }

    Part ofRule(int other, boolean inShadow) {
      return new Part(key, index, limit, cost, other, inShadow, maxDelay, share);
    }

    /** Returns the units that must be free: the cost, and the part kept from the class. */
    long needed() {
      BigInteger capacity = BigInteger.valueOf(limit.capacity());
      BigInteger part =
          capacity.multiply(BigInteger.valueOf(share)).divide(BigInteger.valueOf(100));
      BigInteger own = share > 0 ? part.max(BigInteger.ONE) : BigInteger.ZERO;
      BigInteger needed = BigInteger.valueOf(cost).add(capacity).subtract(own);
      return needed.min(BigInteger.valueOf(Long.MAX_VALUE)).longValueExact();
    }

    @Override
    public String toString() {
      return key
          + "["
          + index
          + "] "
          + cost
          + " of "
          + limit
          + (limit.rate().burst() == 0 ? "" : " burst " + limit.rate().burst())
          + (limit.rate().period().calendar() == null ? "" : " " + limit.rate().period().zone())
          + (rule == 0 ? "" : " rule " + rule)
          + (shadow ? " shadow" : "")
          + (maxDelay == 0 ? "" : " delay up to " + maxDelay)
          + (share == 100 ? "" : " share " + share);
    }
  }

  /** Corrects a reservation. */
  record Settle(String reservation, long cost) implements TraceStep {
    @Override
    public String toString() {
      return "settle " + reservation + " to " + cost;
    }
  }

  /** Inspects a counter. */
  record Inspect(String key, int index) implements TraceStep {
    @Override
    public String toString() {
      return "inspect " + key + "[" + index + "]";
    }
  }

  /** Resets a counter. */
  record Reset(String key, int index) implements TraceStep {
    @Override
    public String toString() {
      return "reset " + key + "[" + index + "]";
    }
  }
}
