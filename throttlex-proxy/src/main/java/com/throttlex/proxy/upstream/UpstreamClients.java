package com.throttlex.proxy.upstream;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The connections to all upstreams. Each event loop has its own, so that a request and its answer
 * stay on one thread.
 *
 * <p>A gRPC call needs HTTP/2 to the upstream: without TLS it begins with prior knowledge, with TLS
 * by ALPN. All other requests use HTTP/1.1 without TLS, and what the upstream chooses with TLS.
 */
public final class UpstreamClients {
  private static final int CONNECT_MILLIS = 5_000;
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int KEEP_ALIVE_SECONDS = 30;
  private static final int STREAMS_WINDOW = 1 << 20;
  private static final int HEADER_BYTES = 64 << 10;

  private final Vertx vertx;
  private final Map<Thread, Loop> loops = new ConcurrentHashMap<>();

  /** The clients of one event loop. */
  private record Loop(HttpClient http1, HttpClient http2, HttpClient secure) {}

  /** Creates clients without connections. */
  public UpstreamClients(Vertx vertx) {
    this.vertx = vertx;
  }

  /**
   * Connects a request to an upstream.
   *
   * @param grpc whether the request needs HTTP/2
   */
  public Future<HttpClientRequest> request(
      Upstream upstream, HttpMethod method, String target, boolean grpc) {
    Loop loop = loop();
    HttpClient client = upstream.isSecure() ? loop.secure : grpc ? loop.http2 : loop.http1;
    return request(client, upstream, method, target);
  }

  /** Connects a request for a WebSocket, which needs HTTP/1.1, to an upstream. */
  public Future<HttpClientRequest> upgrade(Upstream upstream, String target) {
    return request(loop().http1, upstream, HttpMethod.GET, target);
  }

  private Loop loop() {
    return loops.computeIfAbsent(Thread.currentThread(), thread -> open());
  }

  private static Future<HttpClientRequest> request(
      HttpClient client, Upstream upstream, HttpMethod method, String target) {
    return client.request(
        new RequestOptions()
            .setMethod(method)
            .setHost(upstream.host())
            .setPort(upstream.port())
            .setSsl(upstream.isSecure())
            .setURI(target));
  }

  private Loop open() {
    HttpClientOptions secure =
        options().setProtocolVersion(HttpVersion.HTTP_2).setSsl(true).setUseAlpn(true);
    HttpClientOptions http2 =
        options().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false);
    return new Loop(client(options()), client(http2), client(secure));
  }

  private HttpClient client(HttpClientOptions options) {
    PoolOptions pool =
        new PoolOptions()
            .setHttp1MaxSize(MAX_CONNECTIONS)
            .setHttp2MaxSize(100)
            .setCleanerPeriod(500);
    return vertx
        .httpClientBuilder()
        .with(options)
        .with(pool)
        .withConnectHandler(InterimAnswers::drop)
        .build();
  }

  private static HttpClientOptions options() {
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(CONNECT_MILLIS)
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setHttp2KeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setHttp2ConnectionWindowSize(STREAMS_WINDOW)
            .setMaxHeaderSize(HEADER_BYTES)
            .setDecompressionSupported(false)
            .setTracingPolicy(TracingPolicy.PROPAGATE);
    options.setTcpNoDelay(true);
    options
        .setSslHandshakeTimeout(CONNECT_MILLIS)
        .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
    return options;
  }
}
