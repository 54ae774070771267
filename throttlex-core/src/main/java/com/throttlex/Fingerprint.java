package com.throttlex;

import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * An idempotency key together with a hash of all else the request says.
 *
 * <p>Only the same request counts as a repetition; otherwise one key sent with every request would
 * be a way around the limits. The same in every process, so that a repetition may reach another
 * node.
 */
final class Fingerprint {
  private Fingerprint() {}

  static String of(String idempotencyKey, RequestContext request) {
    KeyHash hash =
        KeyHash.stable()
            .add(request.user())
            .add(request.ip())
            .add(request.apiKey())
            .add(request.endpoint())
            .add(request.method())
            .add(request.service())
            .add(request.tier())
            .add(request.priority().text())
            .add(request.cost())
            .add(request.reserve() ? 1 : request.revocable() ? 2 : 0);
    addAll(hash, request.attributes());
    addAll(hash, request.headers());
    hash.end();
    HexFormat hex = HexFormat.of();
    return idempotencyKey + '|' + hex.toHexDigits(hash.hi()) + hex.toHexDigits(hash.lo());
  }

  private static void addAll(KeyHash hash, Map<String, String> entries) {
    hash.add(entries.size());
    new TreeMap<>(entries).forEach((name, value) -> hash.add(name).add(value));
  }
}
