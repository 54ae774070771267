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
  void decide(Verdicts verdicts, String key, Consumer<Verdicts> deciding) {
    KeyHash hash = new KeyHash().add(key).end();
    long hi = hash.hi();
    long lo = hash.lo();
    long now = verdicts.now();
    synchronized (locks[(int) hi & LOCKS - 1]) {
      Replay known = replays.get(hi, lo, now);
      if (known != null && known.repeat(verdicts)) {
        return;
      }
      deciding.accept(verdicts);
      if (verdicts.admitted()) {
        long endsAt = known == null ? now + MemoryStore.REPLAY_NANOS : known.endsAt;
        keep(known, new Replay(hi, lo, endsAt, verdicts), now);
      }
    }
  }

  private void keep(@Nullable Replay known, Replay replay, long now) {
    if (known != null) {
      replays.remove(known);
    }
    replays.add(replay, now);
  }
}
