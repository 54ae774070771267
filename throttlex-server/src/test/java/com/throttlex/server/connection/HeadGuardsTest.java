package com.throttlex.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class HeadGuardsTest {
  private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final int MOST = 10_000;

  private final HeadBudget budget = new HeadBudget(MOST);
  private final EmbeddedChannel connection = connection();

  private EmbeddedChannel connection() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.pipeline().addLast(new HeadBytes(budget.open(null)));
    channel.pipeline().addLast(HttpGuards.DECODER, new HttpRequestDecoder());
    channel.pipeline().addLast(HttpGuards.ENCODER, new HttpResponseEncoder());
    return channel;
  }

  private HttpRequest receive(String text) {
    connection.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    HttpRequest first = null;
    for (Object read = connection.readInbound(); read != null; read = connection.readInbound()) {
      first = first == null && read instanceof HttpRequest request ? request : first;
    }
    return first;
  }

  private void answer(HttpResponseStatus status) {
    connection.writeOutbound(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status));
  }

  @Test
  void head_takesMemoryUntilItsFinalAnswer() {
    receive(GET + GET);
    long two = budget.used();
    assertThat(two).isGreaterThan(2L * GET.length());
    answer(HttpResponseStatus.CONTINUE);
    assertThat(budget.used()).isEqualTo(two);
    answer(HttpResponseStatus.OK);
    assertThat(budget.used()).isEqualTo(two / 2);
    answer(HttpResponseStatus.OK);
    assertThat(budget.used()).isZero();
  }

  @Test
  void head_thatIsNotComplete_takesMemory() {
    receive("GET / HTTP/1.1\r\n");
    long line = budget.used();
    receive("X-A: b\r\n");
    assertThat(budget.used()).isGreaterThan(line);
    receive("\r\n");
    answer(HttpResponseStatus.OK);
    assertThat(budget.used()).isZero();
  }

  @Test
  void body_takesNone() {
    receive("POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n");
    long head = budget.used();
    receive("x".repeat(20));
    receive("x".repeat(20));
    assertThat(budget.used()).isEqualTo(head);
    answer(HttpResponseStatus.OK);
    assertThat(budget.used()).isZero();
  }

  @Test
  void connectionThatCloses_givesAllBack() {
    receive(GET + GET);
    receive("GET / HTTP/1.1\r\n");
    var unused = connection.close();
    assertThat(budget.used()).isZero();
  }

  @Test
  void request_thatSwitchesProtocols_leavesOtherBytesUncounted() {
    receive(GET);
    answer(HttpResponseStatus.SWITCHING_PROTOCOLS);
    connection.pipeline().remove(HttpGuards.DECODER);
    connection.writeInbound(Unpooled.copiedBuffer("frames", StandardCharsets.ISO_8859_1));
    assertThat(budget.used()).isZero();
  }

  @Test
  void heads_aboveTheMemory_areRefusedAndNothingMoreIsRead() {
    assertThat(budget.open(null).take(MOST - 100)).isTrue();
    HttpRequest refused = receive(GET);
    assertThat(refused.decoderResult().cause()).isInstanceOf(RejectedExecutionException.class);
    assertThat(receive(GET)).isNull();
    assertThat(budget.used()).isEqualTo(MOST - 100);
    assertThat(budget.refused()).isEqualTo(1);
  }

  @Test
  void headThatIsNotComplete_aboveTheMemory_endsTheConnection() {
    for (int i = 0; i < MOST && connection.isOpen(); i++) {
      receive("X-A: b\r\n");
    }
    assertThat(connection.isOpen()).isFalse();
    assertThat(budget.used()).isZero();
  }

  @Test
  void request_withMoreThan256Headers_isTooLong() {
    StringBuilder head = new StringBuilder("GET / HTTP/1.1\r\n");
    for (int i = 0; i <= HeadBudget.MOST_HEADERS; i++) {
      head.append("a:\r\n");
    }
    assertThat(receive(head + "\r\n").decoderResult().cause())
        .isInstanceOf(TooLongHttpHeaderException.class);
  }
}
