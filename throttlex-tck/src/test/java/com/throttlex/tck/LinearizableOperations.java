package com.throttlex.tck;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import com.throttlex.store.Charges;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Verdicts;
import com.throttlex.tck.TraceStep.Part;
import com.throttlex.tck.TraceStep.Request;
import java.util.List;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;

/**
 * Concurrent operations on a store: charge one of two keys under one of two limits, charge both,
 * settle an earlier reservation, peek, reset.
 *
 * <p>Each operation returns verdict and remainder in one number. All operations happen at one of
 * two times, so that windows can change during charges.
 */
public abstract class LinearizableOperations {
  static final long NOW = StoreFixture.NOON;

  private final Limit[] limits;
  private final long step;

  LinearizableOperations(Limit one, Limit other, long step) {
    limits = new Limit[] {one, other};
    this.step = step;
  }

  /** Decides a request for the keys from the first to the last. */
  abstract long decide(
      int first, int last, Limit limit, long cost, long now, boolean dryRun, String reservation);

  /** Makes a reservation for each key, because a client can settle one only after the answer. */
  final void reserveBoth() {
    decide(0, 0, limits[0], 2, NOW, false, "reservation-0");
    decide(1, 1, limits[1], 1, NOW, false, "reservation-1");
  }

  @Operation
  public long charge(
      @Param(gen = IntGen.class, conf = "0:1") int key,
      @Param(gen = IntGen.class, conf = "0:1") int limit,
      @Param(gen = IntGen.class, conf = "1:2") int cost,
      @Param(gen = IntGen.class, conf = "0:1") int time) {
    return decide(key, key, limits[limit], cost, NOW + time * step, false, "");
  }

  @Operation
  public long chargeBoth(
      @Param(gen = IntGen.class, conf = "0:1") int limit,
      @Param(gen = IntGen.class, conf = "0:1") int time) {
    return decide(0, 1, limits[limit], 1, NOW + time * step, false, "");
  }

  @Operation
  public long ask(
      @Param(gen = IntGen.class, conf = "0:1") int key,
      @Param(gen = IntGen.class, conf = "0:1") int limit) {
    return decide(key, key, limits[limit], 1, NOW, true, "");
  }

  @Operation
  public abstract String settle(
      @Param(gen = IntGen.class, conf = "0:1") int name,
      @Param(gen = IntGen.class, conf = "0:3") int cost);

  @Operation
  public abstract void reset(@Param(gen = IntGen.class, conf = "0:1") int key);

  static long result(boolean allowed, long remaining) {
    return allowed ? remaining : -1 - remaining;
  }

  /** A key whose place in the table is known, so that every run is the same. */
  record PlacedKey(long hi, long lo, long scope, String text, String subject) implements Key {
    static PlacedKey of(int number) {
      return new PlacedKey(number + 1, number + 1, 0, "key-" + number, "key-" + number);
    }
  }

  /** The operations on the store in memory. */
  public abstract static class InMemory extends LinearizableOperations {
    private final MemoryStore store = new MemoryStore(16);

    InMemory(Limit one, Limit other, long step) {
      super(one, other, step);
      reserveBoth();
    }

    @Override
    long decide(
        int first, int last, Limit limit, long cost, long now, boolean dryRun, String reservation) {
      Charges charges = new Charges().start(now);
      for (int key = first; key <= last; key++) {
        charges.add(PlacedKey.of(key), 0, limit, cost);
      }
      if (dryRun) {
        charges.dryRun();
      }
      if (!reservation.isEmpty()) {
        charges.reserve(reservation, 1_000_000_000_000L);
      }
      Verdicts answer = store.decide(charges).toCompletableFuture().join();
      long sum = 0;
      for (int i = 0; i < answer.size(); i++) {
        sum = 1000 * sum + result(answer.get(i).allowed(), answer.get(i).remaining());
      }
      return sum;
    }

    @Override
    public String settle(int name, int cost) {
      return store.settle("reservation-" + name, cost, NOW).toCompletableFuture().join().name();
    }

    @Override
    public void reset(int key) {
      store.reset(PlacedKey.of(key), 0, NOW);
    }
  }

  /** The same operations on the models, one after the other. */
  public abstract static class Sequential extends LinearizableOperations {
    private final ReferenceStore store = new ReferenceStore();

    Sequential(Limit one, Limit other, long step) {
      super(one, other, step);
      reserveBoth();
    }

    @Override
    long decide(
        int first, int last, Limit limit, long cost, long now, boolean dryRun, String reservation) {
      Part one = new Part("key-" + first, 0, limit, cost);
      Request request =
          first == last
              ? Request.of(one)
              : Request.of(one, new Part("key-" + last, 0, limit, cost));
      request = dryRun ? request.asDryRun() : request;
      request =
          reservation.isEmpty() ? request : request.reserving(reservation, 1_000_000_000_000L);
      List<ChargeAnswer> answers = store.decide(request, now);
      long sum = 0;
      for (ChargeAnswer answer : answers) {
        sum = 1000 * sum + result(answer.allowed(), answer.remaining());
      }
      return sum;
    }

    @Override
    public String settle(int name, int cost) {
      return store.settle("reservation-" + name, cost, NOW).name();
    }

    @Override
    public void reset(int key) {
      store.reset("key-" + key, 0);
    }
  }
}
