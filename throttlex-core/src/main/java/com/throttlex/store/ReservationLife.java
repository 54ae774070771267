package com.throttlex.store;

/**
 * How long reservations live, which their names tell.
 *
 * <p>A caller's reservation can be settled for five minutes, and whoever settles it again within
 * that time hears that it was. A <em>brief</em> one is made by the program itself, so that a charge
 * can be taken back when a later part of the same request denies. That is decided within seconds,
 * and nobody asks again: it lives for {@link #BRIEF_NANOS}, and every store removes it when it is
 * settled. Its name begins with {@link #BRIEF}, so that all that pass reservations on need not know
 * the difference.
 */
public final class ReservationLife {
  /** For how long a caller's reservation can be settled: five minutes. */
  public static final long USUAL_NANOS = 300_000_000_000L;

  /** For how long a brief reservation can be settled: 10 seconds. */
  public static final long BRIEF_NANOS = 10_000_000_000L;

  /** The first character of the names of brief reservations. */
  public static final char BRIEF = '~';

  private ReservationLife() {}

  /** Whether a reservation of that name is removed when it is settled. */
  public static boolean isBrief(String name) {
    return !name.isEmpty() && name.charAt(0) == BRIEF;
  }
}
