package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All charges of one request: what a store is asked, and where it answers.
 *
 * <p>Mutable and meant to be used again: {@link #start} begins the next request. Not thread-safe.
 */
public final class Charges {
  private Charge[] charges = new Charge[0];
  private int size;
  private long now;
  private boolean dryRun;
  private boolean degraded;
  private @Nullable String replayKey;
  private @Nullable String reservation;
  private long reservationNanos;

  /** Begins a request at that time. */
  public Charges start(long now) {
    this.now = now;
    size = 0;
    dryRun = false;
    degraded = false;
    replayKey = null;
    reservation = null;
    reservationNanos = 0;
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

  /** The time of the request, in nanoseconds since the epoch. */
  public long now() {
    return now;
  }

  /** Sets the time; for a store with a clock of its own. */
  public void now(long now) {
    this.now = now;
  }

  /** Asks for a decision that changes nothing. */
  public Charges dryRun() {
    dryRun = true;
    return this;
  }

  /** Whether nothing may be changed. */
  public boolean isDryRun() {
    return dryRun;
  }

  /**
   * Asks that once this is admitted a repetition of the same key gets the same answers and is not
   * charged again. A denial is not kept: whoever has waited may ask again.
   */
  public Charges replayKey(String key) {
    replayKey = key;
    return this;
  }

  /** The key under which the answers are kept for repetitions, or null. */
  public @Nullable String replayKey() {
    return replayKey;
  }

  /** Asks that the charges can be settled under that name for that long. */
  public Charges reserve(String name, long nanos) {
    reservation = name;
    reservationNanos = nanos;
    return this;
  }

  /** The name under which the charges can be settled, or null. */
  public @Nullable String reservation() {
    return reservation;
  }

  /** Says under which name the charges can be settled; a store may add to the one asked for. */
  public void reservedAs(String name) {
    reservation = name;
  }

  /** For how many nanoseconds the charges can be settled. */
  public long reservationNanos() {
    return reservationNanos;
  }

  /** Says that the answers are those of an earlier request. */
  public void repeated(long now, @Nullable String reservation) {
    this.now = now;
    this.reservation = reservation;
  }

  /** Says that the answers are not the shared store's, because it could not be asked. */
  public void degraded() {
    degraded = true;
  }

  /** Whether the shared store could not be asked and something else has answered. */
  public boolean isDegraded() {
    return degraded;
  }

  /** The number of charges. */
  public int size() {
    return size;
  }

  /** The charge at that place. */
  public Charge get(int i) {
    return charges[i];
  }

  /** Whether a charge of this request only reads its counter. */
  public boolean isPeek(Charge charge) {
    return dryRun || charge.cost() == 0;
  }

  /** Whether the request passes: no charge that can deny it did. */
  public boolean admitted() {
    for (int i = 0; i < size; i++) {
      if (!charges[i].allowed() && !charges[i].shadow()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a judged charge is to be carried out: the request passes, and so do all charges of the
   * same rule.
   */
  public boolean counts(Charge charge) {
    if (isPeek(charge) || !admitted()) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (!charges[i].allowed() && charges[i].rule() == charge.rule()) {
        return false;
      }
    }
    return true;
  }
}
