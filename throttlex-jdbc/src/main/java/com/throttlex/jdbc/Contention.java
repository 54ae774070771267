package com.throttlex.jdbc;

import java.sql.SQLException;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Recognises failures caused by contention: nothing was written, so a retry is possible. */
public final class Contention {
  /** The number of attempts of one transaction. */
  static final int ATTEMPTS = 5;

  /** A serialization failure, a deadlock, a lock timeout (PostgreSQL). */
  private static final Set<String> STATES = Set.of("40001", "40P01", "55P03");

  /** A row that changed in between, a lock timeout, a deadlock (MySQL). */
  private static final Set<Integer> CODES = Set.of(1020, 1205, 1213);

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private Contention() {}

  /** Returns whether contention caused the failure. */
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

  /** Waits a random time, longer after every attempt. */
  static void pause(int attempt) {
    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(PAUSE_NANOS << attempt));
  }
}
