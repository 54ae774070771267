package com.throttlex.store;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a store to the charges of one request: a verdict for each charge.
 *
 * <p>The store writes it, and gives it to the caller with the stage that it completes. From then on
 * it belongs to the caller, which may change it on the way to its own caller. Not thread-safe, but
 * different threads may write the verdicts on different charges.
 */
public final class Verdicts {
  private final Charges charges;
  private ChargeVerdict[] verdicts = new ChargeVerdict[0];
  private @Nullable CompletionStage<Verdicts> stage;
  private long now;
  private boolean degraded;
  private @Nullable String reservation;

  /** Creates the answer to a request, before the store has decided. */
  public Verdicts(Charges charges) {
    this.charges = charges;
    start();
  }

  /** Makes this the answer to the next request of the same object. */
  Verdicts start() {
    for (int i = Math.min(size(), verdicts.length) - 1; i >= 0; i--) {
      verdicts[i].start();
    }
    if (verdicts.length < size()) {
      grow();
    }
    now = charges.now();
    degraded = false;
    reservation = charges.reservation();
    return this;
  }

  /** Returns a completed stage with this answer, the same every time. */
  public CompletionStage<Verdicts> stage() {
    CompletionStage<Verdicts> completed = stage;
    if (completed == null) {
      completed = CompletableFuture.completedFuture(this);
      stage = completed;
    }
    return completed;
  }

  /** Returns the charges that this is the answer to. */
  public Charges charges() {
    return charges;
  }

  /** Returns the number of charges. */
  public int size() {
    return charges.size();
  }

  /** Returns the verdict on the charge at that place. */
  public ChargeVerdict get(int i) {
    if (i >= verdicts.length) {
      grow();
    }
    return verdicts[i];
  }

  /** Not left to {@link #get}, because threads of several servers may write their verdicts. */
  private void grow() {
    ChargeVerdict[] grown = Arrays.copyOf(verdicts, size());
    for (int i = verdicts.length; i < grown.length; i++) {
      grown[i] = new ChargeVerdict(charges.get(i));
    }
    verdicts = grown;
  }

  /** Returns the time of the decision, in nanoseconds since the epoch. */
  public long now() {
    return now;
  }

  /** Sets the time of the decision; for a store with its own clock. */
  public void now(long now) {
    this.now = now;
  }

  /** Returns the name under which the charges can be settled, or null. */
  public @Nullable String reservation() {
    return reservation;
  }

  /** Sets the name under which the charges can be settled; a store may extend the one asked for. */
  public void reservedAs(String name) {
    reservation = name;
  }

  /** Sets when the request was decided, and the name under which its charges can be settled. */
  public void decided(long now, @Nullable String reservation) {
    this.now = now;
    this.reservation = reservation;
  }

  /** Marks the answer as a fallback, because the shared store is unavailable. */
  public void degraded() {
    degraded = true;
  }

  /** Returns whether the answer is a fallback, and not that of the shared store. */
  public boolean isDegraded() {
    return degraded;
  }

  /** Returns whether the request is admitted: no charge that can deny it is denied. */
  public boolean admitted() {
    for (int i = 0; i < size(); i++) {
      if (!get(i).allowed() && !charges.get(i).shadow()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a judged charge is to be applied: the request is admitted, and so are all
   * charges of the same rule.
   */
  public boolean counts(ChargeVerdict verdict) {
    Charge charge = verdict.charge();
    if (charges.isPeek(charge) || !admitted()) {
      return false;
    }
    for (int i = 0; i < size(); i++) {
      if (!get(i).allowed() && charges.get(i).rule() == charge.rule()) {
        return false;
      }
    }
    return true;
  }
}
