package com.throttlex;

import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;
import com.throttlex.request.RequestField;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An idempotency key together with a hash of all other fields of the request.
 *
 * <p>Only the same request counts as a repetition. Otherwise a client that sends one key with every
 * request would escape the limits. The hash is the same in every process, so a repetition may reach
 * another node.
 */
final class Fingerprint {
  private Fingerprint() {}

  static String of(String idempotencyKey, RequestContext request) {
    KeyHash hash = KeyHash.stable().add(request.revocable() ? 1 : 0);
    for (RequestField field : RequestField.ALL) {
      if (field != RequestField.IDEMPOTENCY_KEY) {
        add(hash, field.get(request));
      }
    }
    hash.end();
    HexFormat hex = HexFormat.of();
    return idempotencyKey + '|' + hex.toHexDigits(hash.hi()) + hex.toHexDigits(hash.lo());
  }

  private static void add(KeyHash hash, @Nullable Object value) {
    if (value instanceof Map<?, ?> entries) {
      hash.add(entries.size());
      new TreeMap<>(entries).forEach((name, text) -> hash.add((String) name).add((String) text));
    } else {
      hash.add(value == null ? null : value.toString());
    }
  }
}
