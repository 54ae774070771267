package com.throttlex.shared;

import com.throttlex.TimeSource;
import com.throttlex.algorithm.Meter;
import com.throttlex.key.Key;
import com.throttlex.store.Charge;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Charges;
import com.throttlex.store.ForwardingStore;
import com.throttlex.store.Status;
import com.throttlex.store.Store;
import com.throttlex.store.Sync;
import com.throttlex.store.Terms;
import com.throttlex.store.Verdicts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Decides charges of rules with {@link Sync#LEASED} in this node, from units that are charged to
 * the shared store in chunks before they are used.
 *
 * <p>All nodes together admit no more than if the shared store had decided each request ({@link
 * Grant} explains why). If a node crashes, its leased and unused units are lost until they flow
 * back or their window ends. For each key that is at most 150 milliseconds of demand, or of a
 * bucket's refill. Units without demand are returned within about a second.
 *
 * <p><b>Leased counters.</b> Buckets, fixed windows and sliding window counters of busy keys;
 * {@link Supply} computes how many units. The shared store always decides sliding window logs and
 * concurrency, because a unit used later than it was logged would break their exact bound. It also
 * decides requests that can be repeated or settled, rules that delay, and keys with little demand.
 *
 * <p><b>Priority classes.</b> The shared store always decides a charge that may use only a share of
 * its limit. There, leased units count as used, even if the nodes have not used them yet. While
 * units are leased, such a class gets less than its share and never more.
 *
 * <p><b>Denials.</b> A busy key that the shared store has denied is denied here for a short time,
 * in which units accumulate for the next lease; see {@link DenialBackoff}.
 *
 * <p><b>Answers.</b> In a decision made here, {@code remaining} is the last known rest in the
 * shared store plus the units of this node, and {@code resetAt} is the last known value. Later
 * charges of other nodes are not included. An admission is exact; the numbers are an estimate.
 *
 * <p><b>Settling a bucket.</b> A settlement that gives back units of a bucket makes later charges
 * flow back sooner than the nodes expect that have leased them. The smaller of the refund and the
 * units leased at that moment can be admitted once more.
 */
public final class Leases extends ForwardingStore {
  private static final int MAX_LEASES = 100_000;
  private static final long REBALANCE_NANOS = 400_000_000L;
  private static final long FORGET_NANOS = 5_000_000_000L;
  private static final long CLOSE_MILLIS = 500;

  /** The capacity below which even half of a limit is not worth a lease. */
  private static final long LEAST_CAPACITY = 2 * Supply.WORTH;

  private final Store shared;
  private final TimeSource time;
  private final Scheduler scheduler;
  private final RandomGenerator random;
  private final Lessor lessor;
  private final ConcurrentHashMap<CounterHash, Lease> leases = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Creates leases from the shared store, which is closed with this store. */
  public Leases(
      Store shared, Nodes nodes, TimeSource time, Scheduler scheduler, RandomGenerator random) {
    super(shared);
    this.shared = shared;
    this.time = time;
    this.scheduler = scheduler;
    this.random = random;
    lessor = new Lessor(shared, time, nodes, random);
    rebalanceLater();
  }

  @Override
  public CompletionStage<Verdicts> decide(Charges charges) {
    if (charges.replayKey() != null || charges.reservation() != null || closed) {
      return shared.decide(charges);
    }
    if (charges.isDryRun()) {
      return shared.decide(charges).thenApply(this::addHeld);
    }
    if (charges.size() != 1) {
      return decideTogether(charges);
    }
    Charge charge = charges.get(0);
    Lease lease = lease(charge);
    if (lease == null) {
      return decideAlone(charges, charge);
    }
    Verdicts verdicts = charges.verdicts();
    if (!lease.decide(verdicts, time.nanos())) {
      return new LeasedRequest(shared, time, charges, List.of(lease)).decide();
    }
    if (lease.isLow()) {
      lease.refill(1);
    }
    return verdicts.stage();
  }

  private CompletionStage<Verdicts> decideAlone(Charges charges, Charge charge) {
    CompletionStage<Verdicts> decided = shared.decide(charges);
    return charge.cost() == 0 ? decided.thenApply(this::addHeld) : decided;
  }

  private CompletionStage<Verdicts> decideTogether(Charges charges) {
    long now = time.nanos();
    boolean leased = false;
    List<@Nullable Lease> found = new ArrayList<>(charges.size());
    for (int i = 0; i < charges.size(); i++) {
      Lease lease = lease(charges.get(i));
      found.add(lease);
      if (lease != null) {
        lease.demanded(charges.get(i).cost(), now);
        leased = true;
      }
    }
    return leased
        ? new LeasedRequest(shared, time, charges, found).decide()
        : shared.decide(charges);
  }

  /** Returns the lease of a charge's counter; null if the shared store must decide. */
  private @Nullable Lease lease(Charge charge) {
    if (charge.cost() == 0 || !leasable(charge) || !(charge.limit() instanceof Meter limit)) {
      return null;
    }
    CounterHash counter = CounterHash.of(charge);
    Lease known = leases.get(counter);
    if (known == null) {
      return add(counter, charge, limit);
    }
    if (!known.limit().equals(limit)) {
      leases.remove(counter, known);
      known.retire();
      return null;
    }
    return known;
  }

  private static boolean leasable(Charge charge) {
    return charge.terms().sync() == Sync.LEASED
        && charge.maxDelay() == 0
        && charge.terms().share() == Terms.WHOLE
        && charge.limit().capacity() >= LEAST_CAPACITY;
  }

  private @Nullable Lease add(CounterHash counter, Charge charge, Meter limit) {
    if (leases.size() >= MAX_LEASES) {
      return null;
    }
    Lease added =
        leases.computeIfAbsent(counter, missing -> new Lease(lessor, charge, limit, time.nanos()));
    if (closed) {
      added.retire(); // it was added too late to be returned with the others
    }
    return added;
  }

  /** Adds the units of this node to {@code remaining} in the answers to a peek. */
  private Verdicts addHeld(Verdicts verdicts) {
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      Charge charge = verdict.charge();
      Lease lease = leasable(charge) ? leases.get(CounterHash.of(charge)) : null;
      long held = lease == null ? 0 : lease.held(time.nanos());
      if (held > 0) {
        long left = Math.min(verdict.limit().capacity(), verdict.remaining() + held);
        verdict.report(left, verdict.resetAt(), verdict.bookedAt());
        if (held >= charge.cost()) {
          verdict.judged(true, 0, 0);
        }
      }
    }
    return verdicts;
  }

  @Override
  public CompletionStage<Optional<Status>> inspect(Key key, int index, long now) {
    Lease lease = leases.get(new CounterHash(key.hi(), key.lo(index)));
    CompletionStage<Optional<Status>> asked = shared.inspect(key, index, now);
    return lease == null
        ? asked
        : asked.thenApply(status -> status.map(known -> withHeld(known, lease)));
  }

  private Status withHeld(Status status, Lease lease) {
    long left = Math.min(status.limit().capacity(), status.remaining() + lease.held(time.nanos()));
    return new Status(status.limit(), left, status.resetAt());
  }

  @Override
  public CompletionStage<Boolean> reset(Key key, int index, long now) {
    Lease lease = leases.remove(new CounterHash(key.hi(), key.lo(index)));
    if (lease != null) {
      lease.forget();
    }
    return shared.reset(key, index, now);
  }

  /** Returns the units that all leases hold, and the most that they can hold. */
  Discrepancy discrepancy() {
    long now = time.nanos();
    Discrepancy all = Discrepancy.NONE;
    for (Lease lease : leases.values()) {
      all = all.plus(lease.discrepancy(now));
    }
    return all;
  }

  private void rebalanceLater() {
    long jitter = random.nextLong(REBALANCE_NANOS / 2);
    scheduler.after(REBALANCE_NANOS * 3 / 4 + jitter, this::rebalance);
  }

  private void rebalance() {
    long now = time.nanos();
    leases.forEach(
        (counter, lease) -> {
          if (lease.isIdle(now - FORGET_NANOS)) {
            leases.remove(counter, lease);
            lease.retire();
          } else {
            lease.rebalance(now);
          }
        });
    if (!closed) {
      rebalanceLater();
    }
  }

  /**
   * Stops leasing and returns all returnable units; completes when the shared store has answered.
   */
  public CompletionStage<Void> returnAll() {
    closed = true;
    List<CompletionStage<Void>> returns = new ArrayList<>();
    for (Lease lease : leases.values()) {
      returns.addAll(lease.retire());
    }
    leases.clear();
    return LeasedRequest.all(returns);
  }

  /** Returns all units, waits at most half a second for that, and closes the shared store. */
  @Override
  public void close() {
    try {
      returnAll().toCompletableFuture().get(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | TimeoutException e) {
      // units that are not returned now expire with their window
    } finally {
      super.close();
    }
  }
}
