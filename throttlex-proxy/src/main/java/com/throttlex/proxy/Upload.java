package com.throttlex.proxy;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/** The body of a request on its way to the upstream, counted and bounded. */
final class Upload {
  private final HttpServerRequest client;
  private final RequestFraming framing;
  private final long most;
  private final Forwarding forwarding;
  private @Nullable BodyRelay relay;
  private long received;
  private boolean complete;
  private long progressNanos = System.nanoTime();

  Upload(HttpServerRequest client, RequestFraming framing, long most, Forwarding forwarding) {
    this.client = client;
    this.framing = framing;
    this.most = most;
    this.forwarding = forwarding;
  }

  /** Sends the head and starts to pass the body on. */
  void start(HttpClientRequest to) {
    progressNanos = System.nanoTime();
    if (complete || framing.isWithoutBody()) {
      complete = true;
      to.end();
      if (!client.isEnded()) { // a second attempt finds it ended
        client.endHandler(all -> {}).resume();
      }
      return;
    }
    ProxyAnswers.inviteBody(client);
    if (to.version() == HttpVersion.HTTP_2 || !framing.mayBeEmpty()) {
      to.setChunked(!to.headers().contains(HttpHeaders.CONTENT_LENGTH));
      to.sendHead();
    }
    relay = BodyRelay.start(client, to, chunk -> accept(to, chunk), () -> complete(to));
  }

  /**
   * Counts a chunk; returns false if it must not be passed on. An empty frame of HTTP/2 is no body:
   * many upstreams do not expect one with GET.
   */
  private boolean accept(HttpClientRequest to, Buffer chunk) {
    if (chunk.length() == 0) {
      return false;
    }
    progressNanos = System.nanoTime();
    received += chunk.length();
    if (received > most) {
      forwarding.refuse(
          413, "body: more than " + most + " bytes (expected: at most " + most + " on this route)");
      return false;
    } else if (framing.isExceeded(received)) {
      forwarding.malformed("body: longer than content-length (expected: the same)");
      return false;
    }
    if (framing.mayBeEmpty() && !to.isChunked()) {
      to.setChunked(true);
    }
    return true;
  }

  private void complete(HttpClientRequest to) {
    if (!framing.isComplete(received)) {
      forwarding.malformed("body: shorter than content-length (expected: the same)");
      return;
    }
    progressNanos = System.nanoTime();
    complete = true;
    to.end();
  }

  /** Returns whether the upstream has the whole request. */
  boolean isComplete() {
    return complete;
  }

  /** Returns whether another attempt can send the same: there is no body, or none was read. */
  boolean isRepeatable() {
    return framing.isWithoutBody()
        || (framing.mayBeEmpty() && received == 0 && (complete || relay == null));
  }

  /** Returns whether the upstream would take more, and the client sends nothing. */
  boolean awaitsClient() {
    return relay != null && !complete && !relay.isPaused();
  }

  /** The time of the last progress, by {@link System#nanoTime}. */
  long progressNanos() {
    return progressNanos;
  }

  /** Passes nothing more on. */
  void stop() {
    if (relay != null) {
      relay.stop();
    }
  }
}
