package com.throttlex.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.vertx.core.http.impl.Http1xOrH2CHandler;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HttpGuardsTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final int MOST = 20_000;

  private final HeadBudget budget = new HeadBudget(MOST);
  private final Map<Channel, String> clients = new HashMap<>();
  private final HttpGuards guards = new HttpGuards(budget, clients::get);

  private EmbeddedChannel connect(@Nullable String client) {
    EmbeddedChannel connection = new EmbeddedChannel(new Detector());
    clients.put(connection, client);
    guards.accepted(connection);
    return connection;
  }

  /** Adds the handlers that Vert.x adds after the first bytes of HTTP/1.1. */
  private static final class Detector extends Http1xOrH2CHandler {
    @Override
    protected void configure(ChannelHandlerContext context, boolean h2c) {
      context.pipeline().addLast(HttpGuards.DECODER, new HttpRequestDecoder());
      context.pipeline().addLast(HttpGuards.ENCODER, new HttpResponseEncoder());
    }
  }

  /** Sends many requests without their answers; returns how many are accepted. */
  private static int flood(EmbeddedChannel connection) {
    int accepted = 0;
    for (int i = 0; i < MOST / 100; i++) {
      connection.writeInbound(Unpooled.copiedBuffer(GET, StandardCharsets.ISO_8859_1));
      for (Object read = connection.readInbound(); read != null; read = connection.readInbound()) {
        accepted += read instanceof HttpRequest head && head.decoderResult().isSuccess() ? 1 : 0;
      }
    }
    return accepted;
  }

  @Test
  void client_withManyConnections_leavesMemoryToOthers() {
    int first = flood(connect("a"));
    assertThat(budget.used()).isBetween(MOST / 3L, MOST / 2L);

    assertThat(flood(connect("a"))).isZero();
    assertThat(flood(connect("b"))).isBetween(1, first);
    assertThat(flood(connect("c"))).isPositive();
  }

  @Test
  void client_whoseConnectionsClose_hasItsShareAgain() {
    EmbeddedChannel connection = connect("a");
    int first = flood(connection);

    connection.close().syncUninterruptibly();

    assertThat(budget.used()).isZero();
    assertThat(flood(connect("a"))).isEqualTo(first);
  }

  @Test
  void connection_ofManyClients_takesAll() {
    flood(connect(null));

    assertThat(budget.used()).isGreaterThan(MOST * 9L / 10);
  }
}
