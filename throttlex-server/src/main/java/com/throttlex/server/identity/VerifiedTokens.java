package com.throttlex.server.identity;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A short-lived cache of valid tokens, because checking a signature is slow.
 *
 * <p>Implementation note: a direct-mapped table. A token's SHA-256 selects its slot and is compared
 * in full; a new token replaces the one in its slot. So memory is bounded, and no clean-up is
 * needed. Slots are immutable values behind atomic references. A slot is valid only for the key set
 * it was verified with, until the token expires, for at most a minute.
 */
final class VerifiedTokens {
  static final long MAX_AGE_MILLIS = TimeUnit.MINUTES.toMillis(1);
  private static final int SLOTS = 1 << 13;

  private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS);

  @Nullable Identity find(byte[] digest, KeySet keys, long nowMillis) {
    Slot slot = slots.get(index(digest));
    return slot != null && slot.holds(digest, keys, nowMillis) ? slot.identity : null;
  }

  void put(byte[] digest, KeySet keys, Identity identity, long nowMillis, long expiresAtMillis) {
    long until = Math.min(expiresAtMillis, nowMillis + MAX_AGE_MILLIS);
    if (nowMillis < until) {
      slots.set(index(digest), new Slot(digest, keys, identity, nowMillis, until));
    }
  }

  private static int index(byte[] digest) {
    return ByteBuffer.wrap(digest).getInt() & (SLOTS - 1);
  }

  // A class, because a record would compare and print the array by identity.
  private static final class Slot {
    private final byte[] digest;
    private final KeySet keys;
    private final Identity identity;
    private final long from;
    private final long until;

    Slot(byte[] digest, KeySet keys, Identity identity, long from, long until) {
      this.digest = digest;
      this.keys = keys;
      this.identity = identity;
      this.from = from;
      this.until = until;
    }

    // Sets are compared by identity: a fetched set replaces the previous one as a whole.
    @SuppressWarnings("ReferenceEquality")
    boolean holds(byte[] digest, KeySet keys, long nowMillis) {
      return this.keys == keys
          && nowMillis >= from
          && nowMillis < until
          && MessageDigest.isEqual(this.digest, digest);
    }
  }
}
