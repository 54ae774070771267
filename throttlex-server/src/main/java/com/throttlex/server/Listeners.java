package com.throttlex.server;

import com.throttlex.proxy.ProxySettings;
import com.throttlex.server.config.Settings;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.tracing.TracingPolicy;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The options of sockets; they bound the size and the time of what a client sends. */
final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
  private static final int IDLE_SECONDS = 75;
  private static final int BACKLOG = 4096;
  private static final int HEADER_BYTES = 16 << 10;
  private static final int LINE_BYTES = 8 << 10;
  private static final int STREAMS = 1000;
  private static final int FORM_FIELDS = 128;
  private static final int FORM_FIELD_BYTES = 1 << 20;
  private static final int PROXY_HEADER_BYTES = 32 << 10;

  /** HTTP/2 counts 32 bytes more for each header. */
  private static final int PROXY_LIST_BYTES = PROXY_HEADER_BYTES + 256 * 32;

  /** The time that a request may be held before it is forwarded, and some more. */
  private static final int WAIT_SECONDS = 75;

  private Listeners() {}

  /** Returns the options of the data plane for HTTP and gRPC. */
  static HttpServerOptions data(Settings.Server settings) {
    HttpServerOptions options = admin(settings);
    requireClientCertificate(options, settings);
    return options.setTracingPolicy(TracingPolicy.ALWAYS);
  }

  /** Returns the options of the admin plane, which needs tokens and no client certificates. */
  static HttpServerOptions admin(Settings.Server settings) {
    HttpServerOptions options = new HttpServerOptions();
    secure(options, settings);
    options
        .setUseAlpn(settings.tls() != null)
        .setMaxHeaderSize(HEADER_BYTES)
        .setMaxInitialLineLength(LINE_BYTES)
        .setHandle100ContinueAutomatically(true)
        .setMaxFormFields(FORM_FIELDS)
        .setMaxFormAttributeSize(FORM_FIELD_BYTES)
        .setTracingPolicy(TracingPolicy.IGNORE); // its paths can contain API keys
    options
        .getInitialSettings()
        .setMaxConcurrentStreams(STREAMS)
        .setMaxHeaderListSize(HEADER_BYTES);
    return options;
  }

  /** Returns the options of the proxy; an idle time is longer than any wait for an upstream. */
  static HttpServerOptions proxy(Settings.Server settings, ProxySettings proxy) {
    HttpServerOptions options = admin(settings);
    long longest =
        proxy.routes().stream().mapToLong(route -> route.timeout().toSeconds()).max().orElse(0);
    options.setIdleTimeout((int) Math.max(IDLE_SECONDS, longest + WAIT_SECONDS));
    options.getInitialSettings().setMaxHeaderListSize(PROXY_LIST_BYTES);
    return options
        .setMaxHeaderSize(PROXY_HEADER_BYTES)
        .setHandle100ContinueAutomatically(false)
        // A WebSocket passes as it is: client and upstream agree on compression.
        .setPerFrameWebSocketCompressionSupported(false)
        .setPerMessageWebSocketCompressionSupported(false)
        .setTracingPolicy(TracingPolicy.PROPAGATE);
  }

  /** Returns the options of the data plane for the Redis protocol. */
  static NetServerOptions resp(Settings.Server settings) {
    NetServerOptions options = new NetServerOptions();
    secure(options, settings);
    requireClientCertificate(options, settings);
    return options;
  }

  private static void requireClientCertificate(NetServerOptions options, Settings.Server settings) {
    Settings.Tls tls = settings.tls();
    Path authorities = tls == null ? null : tls.clientCaFile();
    if (authorities != null) {
      requireCertificates(authorities);
      options
          .setClientAuth(ClientAuth.REQUIRED)
          .setTrustOptions(new PemTrustOptions().addCertPath(authorities.toString()));
    }
  }

  private static void requireCertificates(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      if (!CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
        return;
      }
    } catch (IOException | CertificateException e) {
      LOG.debug("server.tls.client-ca-file: not read", e);
    }
    throw new IllegalArgumentException(
        "server.tls.client-ca-file: " + file + " (expected: certificates in PEM)");
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
