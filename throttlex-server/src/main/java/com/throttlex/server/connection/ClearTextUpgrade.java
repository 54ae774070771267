package com.throttlex.server.connection;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;

/**
 * The upgrade of a connection without TLS to HTTP/2.
 *
 * <p>Vert.x buffers the whole body of the request that asks for the upgrade, without a bound. So a
 * request with a body is answered in HTTP/1.1, as RFC 9110 permits. HTTP/2 by prior knowledge needs
 * no upgrade.
 */
final class ClearTextUpgrade {
  private static final String NAME = "h2c";

  private ClearTextUpgrade() {}

  /** Ignores the upgrade of a request with a body, or of one that is not clear. */
  static void restrict(HttpRequest request) {
    if (!isClear(request)) {
      forbid(request);
    }
  }

  /** Ignores the upgrade of a request. */
  static void forbid(HttpRequest request) {
    if (request.headers().contains(HttpHeaderNames.UPGRADE, NAME, true)) {
      request.headers().remove(HttpHeaderNames.UPGRADE);
    }
  }

  private static boolean isClear(HttpRequest request) {
    HttpHeaders headers = request.headers();
    return request.decoderResult().isSuccess()
        && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
        && !headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
        && headers.getAll(HttpHeaderNames.CONTENT_LENGTH).stream().allMatch("0"::equals)
        && headers.getAll(HttpHeaderNames.HOST).size() == 1
        && headers.getAll(HttpHeaderNames.CONNECTION).size() == 1
        && headers.getAll("http2-settings").size() == 1;
  }
}
