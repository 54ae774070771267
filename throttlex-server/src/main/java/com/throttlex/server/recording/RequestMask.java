package com.throttlex.server.recording;

import com.throttlex.key.KeyHash;
import java.util.HexFormat;

/**
 * Replaces values of requests by masks: the same mask for the same value, as long as the secret is
 * the same.
 *
 * <p>A mask is a keyed hash of 64 bits. Nobody finds a value by trying without the secret, and
 * among a million values two get the same mask with a probability of 1 in 30 million. So counts by
 * masked values are right. One thread uses it at a time.
 */
final class RequestMask {
  private static final HexFormat HEX = HexFormat.of();

  private final KeyHash hash;

  RequestMask(KeyHash hash) {
    this.hash = hash;
  }

  /** Returns the mask of a text: 16 hexadecimal digits. */
  String text(String value) {
    return HEX.toHexDigits(hash.start().add(value).end().hi());
  }

  /**
   * Returns the mask of an address: an address of the private network fd00::/8, which differs in
   * its first 64 bits. Rules and formats accept it, because it is an address.
   */
  String address(String value) {
    String digits = HEX.toHexDigits(hash.start().add(value).end().hi());
    return "fd"
        + digits.substring(0, 2)
        + ':'
        + digits.substring(2, 6)
        + ':'
        + digits.substring(6, 10)
        + ':'
        + digits.substring(10, 14)
        + "::";
  }
}
