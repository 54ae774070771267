package com.throttlex;

import com.throttlex.key.KeyHash;
import com.throttlex.store.ReservationLife;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;

/** Names that are unique and cannot be guessed: a keyed hash of a sequence number. */
final class ReservationNames {
  private static final long PROCESS = new SecureRandom().nextLong();
  private static final AtomicLong COUNTER = new AtomicLong();

  private ReservationNames() {}

  /** Returns the name of a reservation that is removed when it is settled. */
  static String nextBrief() {
    return ReservationLife.BRIEF + next();
  }

  static String next() {
    KeyHash hash = new KeyHash().add(PROCESS).add(COUNTER.incrementAndGet()).end();
    HexFormat hex = HexFormat.of();
    return hex.toHexDigits(hash.hi()) + hex.toHexDigits(hash.lo());
  }
}
