package com.throttlex.server.identity;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that are trusted at one moment.
 *
 * <p>A token picks keys by the exact {@code kid} and by nothing else; what it carries or points to
 * is never a key. Keys that have no {@code kid} of their own serve tokens whose {@code kid} is
 * nobody else's.
 */
record KeySet(List<VerificationKey> keys) {
  /** How many keys are tried for one token: an unsigned token must not cost many checks. */
  static final int MAX_TRIES = 4;

  KeySet {
    keys = List.copyOf(keys);
  }

  /** This set with more keys. */
  KeySet and(List<VerificationKey> more) {
    List<VerificationKey> all = new ArrayList<>(keys);
    all.addAll(more);
    return new KeySet(all);
  }

  /** The keys that may have signed a token with this algorithm and {@code kid}. */
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
