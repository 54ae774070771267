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
 * @param mostBytes the size of the largest body that would have been kept
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
    int mostBytes,
    String requestId) {
  /** Returns this request with another body. */
  Incoming with(Buffer other) {
    return with(other, mostBytes);
  }

  /** Returns this request with its body. */
  Incoming with(@Nullable Buffer content, int most) {
    return new Incoming(method, path, query, headers, address, authority, content, most, requestId);
  }
}
