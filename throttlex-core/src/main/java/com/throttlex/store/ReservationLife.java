package com.throttlex.store;

/**
 * The time for which a reservation can be settled, by its name.
 *
 * <p>A client's reservation can be settled for five minutes. Within that time a second settlement
 * gets {@link Settlement#ALREADY_SETTLED}. A <em>brief</em> reservation is made by the program
 * itself, to refund a charge when a later part of the same request is denied. That is decided
 * within seconds, and no second settlement follows. So it expires after {@link #BRIEF_NANOS}, and
 * every store removes it when it is settled. Its name begins with {@link #BRIEF}, so that code
 * which only forwards reservations need not know the difference.
 */
public final class ReservationLife {
  /** How long a client's reservation can be settled: five minutes. */
  public static final long USUAL_NANOS = 300_000_000_000L;

  /** How long a brief reservation can be settled: 10 seconds. */
  public static final long BRIEF_NANOS = 10_000_000_000L;

  /** The first character of the names of brief reservations. */
  public static final char BRIEF = '~';

  private ReservationLife() {}

  /** Returns whether a reservation of that name is brief, and so is removed when it is settled. */
  public static boolean isBrief(String name) {
    return !name.isEmpty() && name.charAt(0) == BRIEF;
  }
}
