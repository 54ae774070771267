package com.throttlex.server.identity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The signature algorithms that a token may use; {@code none} is not one of them. */
enum SigningAlgorithm {
  HS256(32),
  HS384(48),
  HS512(64),
  RS256,
  RS384,
  RS512,
  ES256,
  ES384,
  ES512,
  PS256,
  PS384,
  PS512;

  private final int minSecretBytes;

  SigningAlgorithm() {
    this(0);
  }

  SigningAlgorithm(int minSecretBytes) {
    this.minSecretBytes = minSecretBytes;
  }

  /** Returns the algorithm of exactly this name, or null. */
  static @Nullable SigningAlgorithm named(String name) {
    return Arrays.stream(values()).filter(a -> a.name().equals(name)).findFirst().orElse(null);
  }

  /** Returns whether the verifier has the signing secret, not a public key. */
  boolean isSymmetric() {
    return minSecretBytes > 0;
  }

  /** Returns the least secret length of a symmetric algorithm (RFC 7518, 3.2). */
  int minSecretBytes() {
    return minSecretBytes;
  }
}
