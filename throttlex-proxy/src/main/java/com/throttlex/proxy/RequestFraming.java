package com.throttlex.proxy;

import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import org.jspecify.annotations.Nullable;

/**
 * The framing of a request: where its body ends.
 *
 * @param length the declared length, or -1
 * @param chunked whether the body is chunked
 * @param http2 whether the stream delimits the body
 * @param isGrpc whether the request is a gRPC call
 * @param isUpgrade whether the request asks for a WebSocket
 */
record RequestFraming(
    long length, boolean chunked, boolean http2, boolean isGrpc, boolean isUpgrade) {

  static RequestFraming of(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    boolean http2 = request.version() == HttpVersion.HTTP_2;
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    boolean chunked = request.headers().contains(HttpHeaders.TRANSFER_ENCODING);
    boolean upgrade =
        request.version() == HttpVersion.HTTP_1_1
            && (length == null || length.equals("0")) // clients of the JDK send 0
            && !chunked
            && "websocket".equalsIgnoreCase(request.getHeader(HttpHeaders.UPGRADE))
            && ProxyHeaders.named(request.headers()).contains("upgrade")
            && request.method().equals(HttpMethod.GET);
    return new RequestFraming(
        length == null ? -1 : Long.parseLong(length),
        chunked,
        http2,
        http2 && type != null && type.startsWith("application/grpc"),
        upgrade);
  }

  /** Sets the host that the client named, and what a gRPC server asks for. */
  void writeTo(HttpClientRequest request, @Nullable String host) {
    boolean stream = request.version() == HttpVersion.HTTP_2;
    if (host != null && stream) {
      request.headers().remove(HttpHeaders.HOST);
      request.authority(HostAndPort.parseAuthority(host, -1));
    } else if (host != null) {
      request.headers().set(HttpHeaders.HOST, host);
    }
    if (isGrpc && stream) {
      request.headers().set("te", "trailers");
    }
  }

  /** Returns whether there certainly is no body. */
  boolean isWithoutBody() {
    return length == 0 || (length < 0 && !chunked && !http2);
  }

  /** Returns whether only the end of the stream shows if there is a body. */
  boolean mayBeEmpty() {
    return length < 0 && !chunked && http2;
  }

  /** Returns whether more bytes came than were declared. */
  boolean isExceeded(long received) {
    return length >= 0 && received > length;
  }

  /** Returns whether all declared bytes came. */
  boolean isComplete(long received) {
    return length < 0 || received == length;
  }
}
