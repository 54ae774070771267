package com.throttlex.store;

import com.throttlex.key.KeyHash;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The stored answers of a store in memory, by the hashes of their keys. */
final class Replays {
  private static final int LOCKS = 256;

  private final ExpiringTable<Replay> replays;
  private final Object[] locks = new Object[LOCKS];

  Replays(long budget) {
    replays = new ExpiringTable<>(budget);
    Arrays.setAll(locks, i -> new Object());
  }

  long bytes() {
    return replays.bytes();
  }

  long budget() {
    return replays.budget();
  }

  /**
   * Writes the stored answers of that key, or else decides. Of concurrent requests with the same
   * key, one decides at a time until one is admitted.
   */
  void decide(Charges charges, String key, Consumer<Charges> deciding) {
    KeyHash hash = new KeyHash().add(key).end();
    long hi = hash.hi();
    long lo = hash.lo();
    synchronized (locks[(int) hi & LOCKS - 1]) {
      Replay known = replays.get(hi, lo, charges.now());
      if (known != null && known.repeat(charges)) {
        return;
      }
      deciding.accept(charges);
      if (charges.admitted()) {
        keep(known, new Replay(hi, lo, endOf(known, charges), charges), charges.now());
      }
    }
  }

  private static long endOf(@Nullable Replay known, Charges charges) {
    return known == null ? charges.now() + MemoryStore.REPLAY_NANOS : known.endsAt;
  }

  private void keep(@Nullable Replay known, Replay replay, long now) {
    if (known != null) {
      replays.remove(known);
    }
    replays.add(replay, now);
  }
}
