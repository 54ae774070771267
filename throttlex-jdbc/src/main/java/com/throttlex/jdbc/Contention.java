package com.throttlex.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Failures that come from others who write at the same time: nothing was done, so try again. */
public final class Contention {
  /** How often something is tried in all. */
  static final int ATTEMPTS = 5;

  /** A serialization failure, a deadlock, a lock that was not had in time (PostgreSQL). */
  private static final Set<String> STATES = Set.of("40001", "40P01", "55P03");

  /** A row that has changed meanwhile, a lock that was not had in time, a deadlock (MySQL). */
  private static final Set<Integer> CODES = Set.of(1020, 1205, 1213);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Contention() {}

  /** Whether that is why it failed. */
  public static boolean caused(SQLException failure) {
    for (Throwable part : failure) {
      if (part instanceof SQLException e
          && (STATES.contains(String.valueOf(e.getSQLState()))
              || CODES.contains(e.getErrorCode()))) {
        return true;
      }
    }
    return false;
  }

  /** Waits a random time, longer with every attempt. */
  static void pause(int attempt) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS << attempt));
  }
}
