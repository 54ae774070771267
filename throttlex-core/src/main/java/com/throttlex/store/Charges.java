package com.throttlex.store;

import com.throttlex.algorithm.Limit;
import com.throttlex.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * All charges of one request, and the answers of the store.
 *
 * <p>Mutable and reusable: {@link #start} starts the next request. A store writes the answers, and
 * does not change the time and the options. {@link #startLike} copies these, also after an answer.
 * Not thread-safe.
 */
public final class Charges {
  private Charge[] charges = new Charge[0];
  private int size;
  private long startedAt;
  private boolean dryRun;
  private @Nullable String replayKey;
  private @Nullable String wantedReservation;
  private long reservationNanos;

  private long now;
  private boolean degraded;
  private @Nullable String reservation;

  /** Starts a request at that time. */
  public Charges start(long now) {
    startedAt = now;
    this.now = now;
    size = 0;
    dryRun = false;
    degraded = false;
    replayKey = null;
    wantedReservation = null;
    reservation = null;
    reservationNanos = 0;
    return this;
  }

  /** Starts a request with the time and the options of another, and without its charges. */
  public Charges startLike(Charges other) {
    start(other.startedAt);
    dryRun = other.dryRun;
    replayKey = other.replayKey;
    wantedReservation = other.wantedReservation;
    reservation = other.wantedReservation;
    reservationNanos = other.reservationNanos;
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

  /** Sets the time; for a store with its own clock. */
  public void now(long now) {
    this.now = now;
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
    wantedReservation = name;
    reservation = name;
    reservationNanos = nanos;
    return this;
  }

  /** Returns the name under which the charges can be settled, or null. */
  public @Nullable String reservation() {
    return reservation;
  }

  /**
   * Sets the name under which the charges can be settled. A store may extend the one in the
   * request.
   */
  public void reservedAs(String name) {
    reservation = name;
  }

  /** Returns for how many nanoseconds the charges can be settled. */
  public long reservationNanos() {
    return reservationNanos;
  }

  /** Sets when the request was decided, and the name under which its charges can be settled. */
  public void decided(long now, @Nullable String reservation) {
    this.now = now;
    this.reservation = reservation;
  }

  /** Copies the answers of a copy of this request. */
  public void answerAs(Charges copy) {
    for (int i = 0; i < size; i++) {
      charges[i].answerAs(copy.charges[i]);
    }
    decided(copy.now, copy.reservation);
    degraded |= copy.degraded;
  }

  /** Marks the answers as a fallback, because the shared store is unavailable. */
  public void degraded() {
    degraded = true;
  }

  /** Returns whether the answers are a fallback, and not those of the shared store. */
  public boolean isDegraded() {
    return degraded;
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

  /** Returns whether the request is admitted: no charge that can deny it is denied. */
  public boolean admitted() {
    for (int i = 0; i < size; i++) {
      if (!charges[i].allowed() && !charges[i].shadow()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a judged charge is to be applied: the request is admitted, and so are all
   * charges of the same rule.
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
