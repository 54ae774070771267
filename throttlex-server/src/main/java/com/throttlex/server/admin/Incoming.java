package com.throttlex.server.admin;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A request as received.
 *
 * @param path as sent, without query
 * @param query as sent, or null
 * @param address the address of the client
 * @param authority the host and port that the request was sent to, or null
 * @param body null when it was too large to keep
 * @param requestId its name in log and answer
 */
public record Incoming(
    String method,
    String path,
    @Nullable String query,
    MultiMap headers,
    String address,
    @Nullable String authority,
    @Nullable Buffer body,
    String requestId) {
  /** Returns this request with another body. */
  Incoming with(Buffer other) {
    return new Incoming(method, path, query, headers, address, authority, other, requestId);
  }
}
