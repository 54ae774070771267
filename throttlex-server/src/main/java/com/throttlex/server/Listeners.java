package com.throttlex.server;

import com.throttlex.server.config.Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.util.concurrent.TimeUnit;

/** The options of sockets: bounded in what a client may send and how long it may take. */
final class Listeners {
  private static final int IDLE_SECONDS = 75;
  private static final int BACKLOG = 4096;
  private static final int HEADER_BYTES = 16 << 10;
  private static final int LINE_BYTES = 8 << 10;
  private static final int STREAMS = 1000;

  private Listeners() {}

  static HttpServerOptions http(Settings.Server settings) {
    HttpServerOptions options = new HttpServerOptions();
    secure(options, settings);
    options
        .setUseAlpn(settings.tls() != null)
        .setMaxHeaderSize(HEADER_BYTES)
        .setMaxInitialLineLength(LINE_BYTES)
        .setHandle100ContinueAutomatically(true)
        .setTracingPolicy(TracingPolicy.ALWAYS);
    options
        .getInitialSettings()
        .setMaxConcurrentStreams(STREAMS)
        .setMaxHeaderListSize(HEADER_BYTES);
    return options;
  }

  static NetServerOptions plain(Settings.Server settings) {
    NetServerOptions options = new NetServerOptions();
    secure(options, settings);
    return options;
  }

  private static void secure(NetServerOptions options, Settings.Server settings) {
    options
        .setIdleTimeout(IDLE_SECONDS)
        .setIdleTimeoutUnit(TimeUnit.SECONDS)
        .setAcceptBacklog(BACKLOG)
        .setTcpNoDelay(true);
    Settings.Tls tls = settings.tls();
    if (tls != null) {
      options
          .setSsl(true)
          .setKeyCertOptions(
              new PemKeyCertOptions()
                  .setCertPath(tls.certFile().toString())
                  .setKeyPath(tls.keyFile().toString()));
    }
  }
}
