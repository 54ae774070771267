package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counters in this process's memory, bounded and exact.
 *
 * <p>A single charge against an existing key is one compare-and-set; the charges of one request
 * that has several are decided while all their cells are held for an instant, in the order of their
 * hashes, so they are atomic and cannot deadlock. At most {@code maxKeys} keys are kept: when none
 * of them is whole again, new keys share one counter per rule and limit rather than being
 * unlimited.
 */
public final class MemoryStore implements Store {
  /** How many keys are kept unless said otherwise: about 60 MB when full. */
  public static final int DEFAULT_MAX_KEYS = 1_000_000;

  /** For how long a repeated request gets the answers of its admission: five minutes. */
  public static final long REPLAY_NANOS = 300_000_000_000L;

  private static final CompletionStage<Void> DONE = CompletableFuture.completedFuture(null);
  private static final int MAX_SEGMENTS = 64;
  private static final int MIN_SEGMENT = 1024;
  private static final int MAX_REPLAYS = 100_000;
  private static final int REPLAY_LOCKS = 256;
  private static final int MIN_RESERVATIONS = 100_000;

  private final Segment[] segments;
  private final Segment overflow = new Segment(Integer.MAX_VALUE);
  private final ExpiringMap<Replay> replays = new ExpiringMap<>(MAX_REPLAYS);
  private final Object[] replayLocks = new Object[REPLAY_LOCKS];
  private final ExpiringMap<Reservation> reservations;

  /** A store for up to a million keys. */
  public MemoryStore() {
    this(DEFAULT_MAX_KEYS);
  }

  /** A store for up to that many keys. */
  public MemoryStore(int maxKeys) {
    if (maxKeys < 1) {
      throw new IllegalArgumentException("maxKeys: " + maxKeys + " (expected: at least 1)");
    }
    int count = Math.min(MAX_SEGMENTS, Integer.highestOneBit(Math.max(1, maxKeys / MIN_SEGMENT)));
    segments = new Segment[count];
    for (int i = 0; i < count; i++) {
      segments[i] = new Segment(maxKeys / count + (i < maxKeys % count ? 1 : 0));
    }
    reservations = new ExpiringMap<>(Math.max(maxKeys, MIN_RESERVATIONS));
    Arrays.setAll(replayLocks, i -> new Object());
  }

  @Override
  public CompletionStage<Void> decide(Charges charges) {
    String replayKey = charges.replayKey();
    if (replayKey == null || charges.isDryRun()) {
      decideNow(charges);
    } else {
      decideOnce(charges, replayKey);
    }
    return DONE;
  }

  /** Of repetitions that arrive together one decides at a time, until one is admitted. */
  private void decideOnce(Charges charges, String replayKey) {
    synchronized (replayLocks[Math.floorMod(replayKey.hashCode(), REPLAY_LOCKS)]) {
      Replay known = replays.get(replayKey, charges.now());
      if (known != null && known.repeat(charges)) {
        return;
      }
      decideNow(charges);
      if (charges.admitted()) {
        Replay replay = known == null ? new Replay() : known;
        replay.record(charges);
        replays.putIfAbsent(replayKey, replay, charges.now(), REPLAY_NANOS);
      }
    }
  }

  private void decideNow(Charges charges) {
    if (charges.size() != 1 || !decideAlone(charges, charges.get(0))) {
      decideTogether(charges);
    }
    String reservation = charges.reservation();
    if (reservation != null && charges.admitted() && !charges.isDryRun()) {
      reservations.putIfAbsent(
          reservation, Reservation.of(charges), charges.now(), charges.reservationNanos());
    }
  }

  private boolean decideAlone(Charges charges, Charge charge) {
    if (charges.isDryRun() || charge.cost() == 0 || !(charge.limit() instanceof Meter meter)) {
      return false;
    }
    long now = charges.now();
    long outcome;
    do {
      Cell cell = cell(charge.key(), charge.index(), meter, now);
      charge.cell = cell;
      outcome = cell.charge(meter, charge.cost(), charge.needed(), now, charge.maxDelay(), charge);
    } while (outcome == Cell.GONE);
    return true;
  }

  /**
   * Charges one counter, known by its key's hash, and returns what {@link Cell#charge} does.
   *
   * <p>Keys charged in this way share one counter per limit when there is no room for more.
   */
  public long charge(long hi, long lo, Meter meter, long cost, long now, long maxDelay) {
    long outcome;
    do {
      Cell cell = cell(hi, lo, meter.hashCode(), 0, meter, now);
      outcome = cell.charge(meter, cost, cost, now, maxDelay, null);
    } while (outcome == Cell.GONE);
    return outcome;
  }

  private void decideTogether(Charges charges) {
    long now = charges.now();
    do {
      locate(charges);
    } while (!holdAll(charges));
    try {
      for (int i = 0; i < charges.size(); i++) {
        Charge charge = charges.get(i);
        Held.judge(held(charge), charge, asks(charges, charge), now);
      }
    } catch (Throwable e) {
      releaseAll(charges, charges.size());
      throw e;
    }
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      Held.conclude(held(charge), charge, charges.counts(charge), now);
    }
  }

  private void locate(Charges charges) {
    for (int i = 0; i < charges.size(); i++) {
      Charge charge = charges.get(i);
      charge.cell =
          asks(charges, charge)
              ? cellOrCopy(charge.key(), charge.index(), charge.limit(), charges.now())
              : cell(charge.key(), charge.index(), charge.limit(), charges.now());
    }
  }

  private static boolean asks(Charges charges, Charge charge) {
    return charges.isDryRun() || charge.cost() == 0;
  }

  /** Holds all cells in their order, or none because one of them was evicted. */
  private static boolean holdAll(Charges charges) {
    int held = 0;
    for (Charge next = charges.next(null); next != null; next = charges.next(next)) {
      if (!held(next).hold()) {
        releaseAll(charges, held);
        return false;
      }
      held++;
    }
    if (held < charges.size()) {
      releaseAll(charges, held);
      throw new IllegalArgumentException(
          "charges: one counter twice (expected: each key and index once in a request)");
    }
    return true;
  }

  private static void releaseAll(Charges charges, int held) {
    Charge taken = charges.next(null);
    for (int i = 0; i < held && taken != null; i++) {
      held(taken).release();
      taken = charges.next(taken);
    }
  }

  private static Cell held(Charge charge) {
    return Objects.requireNonNull(charge.cell);
  }

  private Cell cell(Key key, int index, Limit limit, long now) {
    return cell(key.hi(), key.lo(index), key.scope(), index, limit, now);
  }

  /**
   * The cell of a counter; when there is no room for it, the one that new keys of its rule share.
   */
  private Cell cell(long hi, long lo, long scope, int index, Limit limit, long now) {
    Segment segment = segment(lo);
    Cell cell = segment.find(hi, lo);
    if (cell == null || !cell.suits(limit)) {
      cell = segment.findOrAdd(hi, lo, limit, now);
    }
    if (cell == null) {
      cell = overflow.findOrAdd(scope, index, limit, now);
    }
    return Objects.requireNonNull(cell);
  }

  /** The cell of a counter if it is there under the limit, or else one to ask instead. */
  private Cell cellOrCopy(Key key, int index, Limit limit, long now) {
    long lo = key.lo(index);
    Cell cell = find(key, lo, index);
    while (cell != null && !cell.hold()) {
      cell = find(key, lo, index);
    }
    if (cell == null) {
      return new Cell(key.hi(), lo, limit, now);
    }
    Cell asked = cell.limit.equals(limit) ? cell : Held.copy(cell, limit, now);
    cell.release();
    return asked;
  }

  private @Nullable Cell find(Key key, long lo, int index) {
    Segment segment = segment(lo);
    Cell cell = segment.find(key.hi(), lo);
    return cell == null && segment.full() ? overflow.find(key.scope(), index) : cell;
  }

  private Segment segment(long lo) {
    return segments[(int) (lo >>> 32) & segments.length - 1];
  }

  @Override
  public CompletionStage<Settlement> settle(String name, long cost, long now) {
    Reservation reservation = reservations.get(name, now);
    return CompletableFuture.completedFuture(
        reservation == null ? Settlement.UNKNOWN : reservation.settle(cost, now, this::successor));
  }

  private Cell successor(Cell evicted, long now) {
    Segment segment = segment(evicted.lo);
    Cell cell = segment.find(evicted.hi, evicted.lo);
    if (cell == null) {
      cell = segment.findOrAdd(evicted.hi, evicted.lo, evicted.limit, now);
    }
    if (cell == null) {
      cell = overflow.findOrAdd(evicted.hi, evicted.lo, evicted.limit, now);
    }
    return Objects.requireNonNull(cell);
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    long lo = key.lo(index);
    Cell cell = segment(lo).find(key.hi(), lo);
    return CompletableFuture.completedFuture(
        Optional.ofNullable(cell == null ? null : cell.status(now)));
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    long lo = key.lo(index);
    return CompletableFuture.completedFuture(segment(lo).remove(key.hi(), lo));
  }

  /**
   * Forgets the counter at that index if at most so many units are in use, and returns whether it
   * did. What is charged at the same moment is either counted here or remains.
   */
  public boolean resetIfUsed(Key key, int index, long atMost, long now) {
    long lo = key.lo(index);
    return segment(lo).removeIfUsed(key.hi(), lo, atMost, now);
  }

  /** How many keys are kept. */
  public long keys() {
    long keys = 0;
    for (Segment segment : segments) {
      keys += segment.size();
    }
    return keys;
  }

  /** Nothing to close. */
  @Override
  public void close() {}
}
