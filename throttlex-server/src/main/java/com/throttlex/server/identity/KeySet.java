package com.throttlex.server.identity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The trusted keys at one moment.
 *
 * <p>A token selects keys only by the exact {@code kid}; keys in the token itself are never used.
 * Keys without a {@code kid} serve tokens whose {@code kid} matches no other key.
 */
record KeySet(List<VerificationKey> keys) {
  /** The number of keys tried for one token: a forged token must not cost many checks. */
  static final int MAX_TRIES = 4;

  KeySet {
    keys = List.copyOf(keys);
  }

  /** Returns this set with more keys. */
  KeySet and(List<VerificationKey> more) {
    List<VerificationKey> all = new ArrayList<>(keys);
    all.addAll(more);
    return new KeySet(all);
  }

  /** Returns the keys that may have signed a token with this algorithm and {@code kid}. */
  List<VerificationKey> candidates(SigningAlgorithm algorithm, @Nullable String id) {
    List<VerificationKey> fitting = keys.stream().filter(key -> key.fits(algorithm)).toList();
    List<VerificationKey> chosen = id == null ? fitting : named(fitting, id);
    return chosen.subList(0, Math.min(chosen.size(), MAX_TRIES));
  }

  private static List<VerificationKey> named(List<VerificationKey> keys, String id) {
    List<VerificationKey> exact = keys.stream().filter(key -> id.equals(key.id())).toList();
    return exact.isEmpty() ? keys.stream().filter(key -> key.id() == null).toList() : exact;
  }
}
