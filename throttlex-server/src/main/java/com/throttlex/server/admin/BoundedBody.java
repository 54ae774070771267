package com.throttlex.server.admin;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * Takes in the body of a request, but keeps only so much of it.
 *
 * <p>A body that is too large is read to its end, so that the client gets to read the answer; only
 * if it does not end at all the connection is closed.
 */
final class BoundedBody {
  /** The largest body that is kept, in bytes. */
  static final int MOST = 256 * 1024;

  private static final int MOST_IGNORED = 16 * MOST;

  private final HttpServerRequest request;
  private final boolean keeps;
  private Buffer kept = Buffer.buffer();
  private long length;

  private BoundedBody(HttpServerRequest request, boolean keeps) {
    this.request = request;
    this.keeps = keeps;
  }

  /** Takes in the body; completes when it has ended, with the part of it that was kept. */
  static Future<BoundedBody> of(HttpServerRequest request, boolean keeps) {
    BoundedBody body = new BoundedBody(request, keeps);
    request.handler(body::add);
    return request.end().map(ended -> body);
  }

  private void add(Buffer part) {
    length += part.length();
    if (length > MOST_IGNORED) {
      request.connection().close();
    } else if (length > MOST) {
      kept = Buffer.buffer();
    } else if (keeps) {
      kept.appendBuffer(part);
    }
  }

  /** The body, or null when it was too large. */
  @Nullable Buffer content() {
    return length > MOST ? null : kept;
  }
}
