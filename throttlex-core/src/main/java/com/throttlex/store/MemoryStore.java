package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import com.throttlex.store.MemoryBudget.Table;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A store that keeps counters in the memory of this process, bounded and exact.
 *
 * <p>A single charge against an existing key is one compare-and-set. Several charges of one request
 * are decided while all their cells are held for an instant, in the order of their hashes. So they
 * are atomic and cannot deadlock.
 *
 * <p><b>Bounds.</b> Each table has a {@link MemoryBudget}. When there is no room and no counter is
 * full, new keys share one counter per rule and limit; they are never unlimited. Logs that cannot
 * grow become less exact ({@link LogMemory}). The oldest reservations and stored answers are
 * removed ({@link ExpiringTable}).
 */
public final class MemoryStore implements Store {
  /** The default of the maximum number of keys; they take 64 MB. */
  public static final int DEFAULT_MAX_KEYS = 1_000_000;

  /** How long the answers of an admitted request are stored for repeated requests: five minutes. */
  public static final long REPLAY_NANOS = 300_000_000_000L;

  /** The bytes of a key: its cell, and its place in the table. */
  static final int KEY_BYTES = 64;

  private static final int MAX_SEGMENTS = 64;
  private static final int MIN_SEGMENT = 1024;

  private final Segment[] segments;
  private final Segment overflow;
  private final LogMemory logs;
  private final long keyBudget;
  private final Replays replays;
  private final Reservations reservations;

  /** Creates a store for up to a million keys, or as many as the heap has room for. */
  public MemoryStore() {
    this(DEFAULT_MAX_KEYS, MemoryBudget.ofThisProcess());
  }

  /** Creates a store for up to that many keys, or as many as the heap has room for. */
  public MemoryStore(int maxKeys) {
    this(maxKeys, MemoryBudget.ofThisProcess());
  }

  /** Creates a store for up to that many keys, or as many as the budget has room for. */
  public MemoryStore(int maxKeys, MemoryBudget budget) {
    if (maxKeys < 1) {
      throw new IllegalArgumentException("maxKeys: " + maxKeys + " (expected: at least 1)");
    }
    int keys = Math.min(maxKeys, mostKeys(budget));
    int count = Math.min(MAX_SEGMENTS, Integer.highestOneBit(Math.max(1, keys / MIN_SEGMENT)));
    segments = new Segment[count];
    logs = new LogMemory(budget.of(Table.LOGS), segments);
    for (int i = 0; i < count; i++) {
      segments[i] = new Segment(keys / count + (i < keys % count ? 1 : 0), logs);
    }
    overflow = new Segment(Segment.UNBOUNDED, logs);
    keyBudget = (long) keys * KEY_BYTES;
    replays = new Replays(budget.of(Table.REPLAYS));
    reservations = new Reservations(budget.of(Table.RESERVATIONS));
  }

  /** Returns how many keys a budget has room for. */
  public static int mostKeys(MemoryBudget budget) {
    return (int) Math.min(Integer.MAX_VALUE, Math.max(1, budget.of(Table.KEYS) / KEY_BYTES));
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    Verdicts verdicts = charges.verdicts();
    decide(verdicts);
    return verdicts.stage();
  }

  /** Decides a request at the time of its verdicts, and writes the answers to them. */
  public void decide(Verdicts verdicts) {
    Charges charges = verdicts.charges();
    String replayKey = charges.replayKey();
    if (replayKey == null || charges.isDryRun()) {
      decideNow(verdicts);
    } else {
      replays.decide(verdicts, replayKey, this::decideNow);
    }
  }

  private void decideNow(Verdicts verdicts) {
    int size = verdicts.size();
    Cell only = size == 1 ? decideAlone(verdicts, verdicts.get(0)) : null;
    HeldCells cells = only == null ? decideTogether(verdicts) : null;
    String reservation = verdicts.reservation();
    if (reservation != null && verdicts.admitted() && !verdicts.charges().isDryRun()) {
      if (cells == null) {
        cells = HeldCells.ofThread(1);
        cells.put(0, Objects.requireNonNull(only));
      }
      reservations.add(reservation, verdicts, cells);
    }
    if (cells != null) {
      cells.clear(size);
    }
  }

  /** Decides a single charge without holding its cell, and returns the cell; null if it cannot. */
  private @Nullable Cell decideAlone(Verdicts verdicts, ChargeVerdict verdict) {
    Charge charge = verdict.charge();
    if (verdicts.charges().isPeek(charge) || !(charge.limit() instanceof Meter meter)) {
      return null;
    }
    long now = verdicts.now();
    Cell cell;
    long outcome;
    do {
      cell = cell(charge.key(), charge.index(), meter, now);
      outcome = cell.charge(meter, charge.cost(), charge.needed(), now, charge.maxDelay(), verdict);
    } while (outcome == Cell.GONE);
    return cell;
  }

  /**
   * Charges the counter of a key's hash, and returns the same as {@link Cell#charge}.
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

  private HeldCells decideTogether(Verdicts verdicts) {
    Charges charges = verdicts.charges();
    long now = verdicts.now();
    HeldCells cells = HeldCells.ofThread(charges.size());
    do {
      for (int i = 0; i < charges.size(); i++) {
        Charge charge = charges.get(i);
        cells.put(
            i,
            charges.isPeek(charge)
                ? cellOrCopy(charge.key(), charge.index(), charge.limit(), now)
                : cell(charge.key(), charge.index(), charge.limit(), now));
      }
    } while (!cells.hold(charges.size()));
    cells.decide(verdicts, logs);
    return cells;
  }

  private Cell cell(Key key, int index, Limit limit, long now) {
    return cell(key.hi(), key.lo(index), key.scope(), index, limit, now);
  }

  /**
   * Returns the cell of a counter; without room for it, the cell that new keys of its rule share.
   * Counters below index 0 are never shared, because one key must not block another: without room
   * they are not kept.
   */
  private Cell cell(long hi, long lo, long scope, int index, Limit limit, long now) {
    Segment segment = segment(lo);
    Cell cell = segment.find(hi, lo);
    if (cell == null || !cell.suits(limit)) {
      cell = segment.findOrAdd(hi, lo, limit, now);
    }
    if (cell == null && index >= 0) {
      cell = overflow.findOrAdd(scope, index, limit, now);
    } else if (cell == null) {
      cell = new Cell(hi, lo, limit, now); // nobody finds it again
    }
    return Objects.requireNonNull(cell);
  }

  /** Returns the cell of a counter if it exists under the limit, or else a copy to peek at. */
  private Cell cellOrCopy(Key key, int index, Limit limit, long now) {
    long lo = key.lo(index);
    Cell cell = find(key, lo, index, limit);
    while (cell != null && !cell.hold()) {
      cell = find(key, lo, index, limit);
    }
    if (cell == null) {
      return new Cell(key.hi(), lo, limit, now);
    }
    Cell peeked = cell.limit.equals(limit) ? cell : cell.copy(limit, now);
    cell.release();
    return peeked;
  }

  private @Nullable Cell find(Key key, long lo, int index, Limit limit) {
    Segment segment = segment(lo);
    Cell cell = segment.find(key.hi(), lo);
    return cell == null && index >= 0 && segment.isFull(limit)
        ? overflow.find(key.scope(), index)
        : cell;
  }

  private Segment segment(long lo) {
    return segments[(int) (lo >>> 32) & segments.length - 1];
  }

  @Override
  public CompletionStage<Settlement> settle(String name, long cost, long now) {
    return CompletableFuture.completedFuture(
        reservations.settle(name, cost, logs, now, this::successor));
  }

  @Override
  public CompletionStage<@Nullable Verdicts> extend(String name, long cost, long now) {
    return CompletableFuture.completedFuture(
        reservations.extend(name, cost, logs, now, this::successor));
  }

  private @Nullable Cell successor(Cell evicted, long now) {
    Segment segment = segment(evicted.lo);
    Cell cell = segment.find(evicted.hi, evicted.lo);
    return cell == null ? segment.findOrAdd(evicted.hi, evicted.lo, evicted.limit, now) : cell;
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
   * Removes the counter at that index if at most that many units are in use; returns whether it
   * did. A concurrent charge is either counted among these units or is kept.
   */
  public boolean resetIfUsed(Key key, int index, long atMost, long now) {
    long lo = key.lo(index);
    return segment(lo).removeIfUsed(key.hi(), lo, atMost, now);
  }

  /**
   * Returns whether a key has a counter at index 0. Calls for several keys in a row bring their
   * counters into the cache of the processor, so that the decisions that follow are quicker.
   */
  public boolean has(Key key) {
    return segment(key.lo()).find(key.hi(), key.lo()) != null;
  }

  /** Returns the number of keys. */
  public long keys() {
    long keys = 0;
    for (Segment segment : segments) {
      keys += segment.size();
    }
    return keys;
  }

  /** Returns whether keys share a counter, because there was no room for their own. */
  public boolean hasSharedCounters() {
    return overflow.size() > 0;
  }

  /** Returns how much memory each table takes, and how much it may take. */
  public List<MemoryUse> memory() {
    return List.of(
        new MemoryUse(Table.KEYS, (keys() + overflow.size()) * KEY_BYTES, keyBudget),
        new MemoryUse(Table.LOGS, logs.bytes(), logs.budget()),
        new MemoryUse(Table.RESERVATIONS, reservations.bytes(), reservations.budget()),
        new MemoryUse(Table.REPLAYS, replays.bytes(), replays.budget()));
  }

  /** Does nothing, as there is nothing to close. */
  @Override
  public void close() {}
}
