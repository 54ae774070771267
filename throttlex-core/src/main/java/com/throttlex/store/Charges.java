package com.throttlex.store;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All charges of one request, which a store decides together. The store does not change them.
 *
 * <p>Reusable: {@link #start} starts the next request, unless a store has called {@link #keep}. The
 * answer is a separate object, {@link Verdicts}. Not thread-safe.
 */
public final class Charges {
  private Charge[] charges = new Charge[0];
  private int size;
  private long now;
  private boolean dryRun;
  private @Nullable String replayKey;
  private @Nullable String reservation;
  private long reservationNanos;
  private boolean measured;
  private boolean kept;
  private @Nullable Verdicts verdicts;

  /**
   * Starts a request at that time.
   *
   * @throws IllegalStateException if a store keeps the last request
   */
  public Charges start(long now) {
    if (kept) {
      throw new IllegalStateException("charges: kept by a store (expected: a new object)");
    }
    this.now = now;
    size = 0;
    dryRun = false;
    replayKey = null;
    reservation = null;
    reservationNanos = 0;
    measured = false;
    return this;
  }

  /**
   * Keeps the charges from being used for another request. A store calls this if it, or a store
   * behind it, may read them or their keys after the stage has completed.
   */
  public void keep() {
    kept = true;
  }

  /** Returns whether the charges, and their keys, must not be used for another request. */
  public boolean isKept() {
    return kept;
  }

  /**
   * Returns an answer that is used again for the next request; for a store that decides at once.
   */
  public Verdicts verdicts() {
    Verdicts reused = verdicts;
    if (reused != null) {
      return reused.start();
    }
    reused = new Verdicts(this);
    verdicts = reused;
    return reused;
  }

  /** Starts a request with the time and the options of another, and without its charges. */
  public Charges startLike(Charges other) {
    start(other.now);
    dryRun = other.dryRun;
    replayKey = other.replayKey;
    reservation = other.reservation;
    reservationNanos = other.reservationNanos;
    measured = other.measured;
    return this;
  }

  /** Adds a charge that can deny the request. */
  public Charge add(Key key, int index, Limit limit, long cost) {
    return add(key, index, limit, cost, 0, Terms.PLAIN);
  }

  /** Adds a charge; see {@link Charge} for the parts. */
  public Charge add(Key key, int index, Limit limit, long cost, int rule, Terms terms) {
    if (size == charges.length) {
      charges = Arrays.copyOf(charges, size + 4);
      for (int i = size; i < charges.length; i++) {
        charges[i] = new Charge();
      }
    }
    Charge charge = charges[size++];
    charge.ask(key, index, limit, cost, rule, terms);
    return charge;
  }

  /** Adds the charge of another request. */
  public Charge add(Charge charge) {
    return add(charge, charge.cost());
  }

  /** Adds the charge of another request, with another cost. */
  public Charge add(Charge charge, long cost) {
    return add(charge.key(), charge.index(), charge.limit(), cost, charge.rule(), charge.terms());
  }

  /** Returns the time of the request, in nanoseconds since the epoch. */
  public long now() {
    return now;
  }

  /** Makes the request a dry run: its decision changes nothing. */
  public Charges dryRun() {
    dryRun = true;
    return this;
  }

  /** Returns whether the request is a dry run, which changes nothing. */
  public boolean isDryRun() {
    return dryRun;
  }

  /**
   * Sets the key under which the answers are stored once the request is admitted. A repeated
   * request with the same key then gets the same answers and is not charged again. A denial is not
   * stored, so the client can retry.
   */
  public Charges replayKey(String key) {
    replayKey = key;
    return this;
  }

  /** Returns the key under which the answers are stored for repeated requests, or null. */
  public @Nullable String replayKey() {
    return replayKey;
  }

  /** Makes a reservation: the charges can be settled under that name for that long. */
  public Charges reserve(String name, long nanos) {
    reservation = name;
    reservationNanos = nanos;
    return this;
  }

  /**
   * Sets whether a settlement corrects only the charges of rules whose real cost is known after the
   * work. A settlement of 0 gives back all charges.
   */
  public Charges measured(boolean measured) {
    this.measured = measured;
    return this;
  }

  /** Returns whether a settlement corrects only charges whose real cost is known after the work. */
  public boolean isMeasured() {
    return measured;
  }

  /** Returns whether a settlement above 0 leaves the charge as it is. */
  public boolean isFixed(Charge charge) {
    return measured
        && !charge.terms().measured()
        && charge.limit().algorithm() != Algorithm.CONCURRENCY;
  }

  /** Returns the name of the reservation to make, or null. */
  public @Nullable String reservation() {
    return reservation;
  }

  /** Returns for how many nanoseconds the charges can be settled. */
  public long reservationNanos() {
    return reservationNanos;
  }

  /** Returns the number of charges. */
  public int size() {
    return size;
  }

  /** Returns the charge at that place. */
  public Charge get(int i) {
    return charges[i];
  }

  /** Returns whether a charge of this request only reads its counter. */
  public boolean isPeek(Charge charge) {
    return dryRun || charge.cost() == 0;
  }
}
