package com.throttlex.proxy;

import com.throttlex.adaptive.Outcome;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.net.NetSocket;

/** A WebSocket through the proxy: after the upgrade, bytes pass in both directions. */
final class Tunnel {
  private final ProxyExchange exchange;
  private final AnswerMeter meter;
  private final Forwarding forwarding;

  Tunnel(ProxyExchange exchange, AnswerMeter meter, Forwarding forwarding) {
    this.exchange = exchange;
    this.meter = meter;
    this.forwarding = forwarding;
  }

  /** Opens the tunnel after the upstream has switched protocols. */
  void open(HttpClientResponse answer) {
    exchange
        .request()
        .response()
        .putHeader(HttpHeaders.CONNECTION, "Upgrade")
        .putHeader(HttpHeaders.UPGRADE, "websocket");
    exchange.request().headers().set(HttpHeaders.CONNECTION, "Upgrade"); // Vert.x takes no list
    NetSocket upstream = answer.netSocket();
    upstream.pause();
    exchange
        .request()
        .toNetSocket()
        .onSuccess(client -> connect(client, upstream))
        .onFailure(
            failure -> {
              upstream.close();
              forwarding.cutOff(Outcome.UNKNOWN);
            });
  }

  private void connect(NetSocket client, NetSocket upstream) {
    client.exceptionHandler(broken -> {});
    upstream.exceptionHandler(broken -> {});
    client.closeHandler(closed -> close(upstream));
    upstream.closeHandler(closed -> close(client));
    BodyRelay.start(client, upstream, chunk -> true, upstream::close);
    BodyRelay.start(upstream, client, chunk -> passes(chunk, client), client::close);
  }

  private boolean passes(Buffer chunk, NetSocket client) {
    boolean passes = meter.chunk(chunk);
    if (!passes) {
      client.close();
    }
    return passes;
  }

  private void close(NetSocket other) {
    other.close();
    if (!forwarding.isOver()) {
      forwarding.finish();
      exchange.end(Outcome.SUCCESS, true);
    }
  }
}
