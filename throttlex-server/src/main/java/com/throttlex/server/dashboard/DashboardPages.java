package com.throttlex.server.dashboard;

import com.throttlex.server.access.RequestBody;
import com.throttlex.server.admin.EntityTags;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests for the dashboard, which need no credential: the page at {@code /}, and its
 * files. A file has one spelling; any other path below that of the files is not found.
 */
public final class DashboardPages implements Predicate<HttpServerRequest> {
  private static final Logger LOG = LoggerFactory.getLogger(DashboardPages.class);
  private static final String FOR_EVER = "public, max-age=31536000, immutable";

  private final Vertx vertx;
  private @Nullable Future<DashboardFiles> files;

  /** Creates pages that are read at the first request. */
  public DashboardPages(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Answers a request if it is for the dashboard, and returns whether it is. */
  @Override
  public boolean test(HttpServerRequest request) {
    String path = request.path();
    boolean reads =
        request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
    if (path == null || !reads || !(path.equals("/") || path.startsWith(DashboardFiles.ASSETS))) {
      return false;
    }
    RequestBody.drop(request);
    files()
        .onSuccess(read -> answer(request, read, read.file(path)))
        .onFailure(failure -> fail(request.response(), failure));
    return true;
  }

  private synchronized Future<DashboardFiles> files() {
    if (files == null || files.failed()) {
      files = vertx.executeBlocking(DashboardFiles::read, false);
    }
    return files;
  }

  private static void fail(HttpServerResponse response, Throwable failure) {
    LOG.error("dashboard: its files cannot be read", failure);
    if (!response.ended() && !response.closed()) {
      response.setStatusCode(500).end();
    }
  }

  private static void answer(
      HttpServerRequest request, DashboardFiles files, @Nullable SentFile file) {
    HttpServerResponse response = request.response();
    if (response.ended() || response.closed()) {
      return;
    }
    secure(response, files.policy());
    if (file == null) {
      response.setStatusCode(404).putHeader(HttpHeaders.CACHE_CONTROL, "no-store").end();
      return;
    }
    boolean page = request.path().equals("/");
    response
        .putHeader(HttpHeaders.CACHE_CONTROL, page ? "no-cache" : FOR_EVER)
        .putHeader(HttpHeaders.ETAG, "W/" + files.tag()) // the same for each coding
        .putHeader(HttpHeaders.VARY, HttpHeaders.ACCEPT_ENCODING);
    if (EntityTags.known(request.getHeader(HttpHeaders.IF_NONE_MATCH), files.tag())) {
      response.setStatusCode(304).end();
    } else {
      send(request, response, file);
    }
  }

  private static void secure(HttpServerResponse response, String policy) {
    response
        .putHeader("Content-Security-Policy", policy)
        .putHeader("X-Content-Type-Options", "nosniff")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("Cross-Origin-Opener-Policy", "same-origin")
        .putHeader("Cross-Origin-Resource-Policy", "same-origin");
  }

  private static void send(HttpServerRequest request, HttpServerResponse response, SentFile file) {
    boolean compressed = AcceptEncoding.gzip(request.headers().getAll(HttpHeaders.ACCEPT_ENCODING));
    if (compressed) {
      response.putHeader(HttpHeaders.CONTENT_ENCODING, "gzip");
    }
    Buffer content = file.content(compressed);
    response.putHeader(HttpHeaders.CONTENT_TYPE, file.type());
    if (request.method().equals(HttpMethod.HEAD)) {
      response.putHeader(HttpHeaders.CONTENT_LENGTH, String.valueOf(content.length())).end();
    } else {
      response.end(content);
    }
  }
}
