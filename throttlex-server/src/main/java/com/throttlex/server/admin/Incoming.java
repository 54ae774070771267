package com.throttlex.server.admin;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.util.function.BooleanSupplier;
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
 * @param form the parts of a form that were stored as files, or null
 * @param gone whether the client has left; any thread may ask
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
    String requestId,
    @Nullable FormUpload form,
    BooleanSupplier gone) {
  /** Returns this request with another body. */
  Incoming with(Buffer other) {
    return with(other, mostBytes);
  }

  /** Returns this request with its body. */
  Incoming with(@Nullable Buffer content, int most) {
    return new Incoming(
        method, path, query, headers, address, authority, content, most, requestId, form, gone);
  }

  /** Returns this request with a form. */
  Incoming with(FormUpload stored) {
    return new Incoming(
        method, path, query, headers, address, authority, body, mostBytes, requestId, stored, gone);
  }
}
