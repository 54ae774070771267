package com.throttlex.server.resp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.ThrottleX;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.AccessLab;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import org.junit.jupiter.api.Test;

class RespConnectionTest {
  private static final int COMMANDS = 2_000;
  private static final long FEW_BYTES = 256 * 1024;

  private final DoorStatistics statistics = new DoorStatistics();
  private final Commands commands = new Commands(ThrottleX.of(RuleBook.EMPTY), 64, statistics);
  private final Line line = new Line();
  private final EmbeddedChannel channel =
      new EmbeddedChannel(
          line,
          new RespConnection(
              new EventLoopSpace(commands, statistics),
              AccessLab.open(new SystemTime()).callers(),
              "127.0.0.1"));

  /** The output to a client that reads nothing until the test tells it to. */
  private static final class Line extends ChannelOutboundHandlerAdapter {
    private boolean open;

    @Override
    public void flush(ChannelHandlerContext ctx) {
      if (open) {
        ctx.flush();
      }
    }
  }

  @Test
  void client_thatDoesNotRead_isNotReadFromAndBuffersLittle() {
    send("COMMAND DOCS\r\n".repeat(COMMANDS));

    assertThat(channel.config().isAutoRead()).isFalse();
    assertThat(held()).isBetween(1L, FEW_BYTES);
  }

  @Test
  void client_thatReadsAgain_getsAllReplies() {
    line.open = true;
    send("COMMAND DOCS\r\n");
    long size = received();
    line.open = false;
    send("COMMAND DOCS\r\n".repeat(COMMANDS));

    line.open = true;
    channel.flush();
    channel.runPendingTasks();

    assertThat(received()).isEqualTo(COMMANDS * size);
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void replies_toOneRead_areSentTogether() {
    line.open = true;
    send("PING\r\n".repeat(100));

    assertThat(channel.outboundMessages()).hasSize(1);
    assertThat(received()).isEqualTo(100L * "+PONG\r\n".length());
  }

  private void send(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, UTF_8));
  }

  private long held() {
    return channel.unsafe().outboundBuffer().totalPendingWriteBytes();
  }

  private long received() {
    long size = 0;
    for (ByteBuf sent = channel.readOutbound(); sent != null; sent = channel.readOutbound()) {
      size += sent.readableBytes();
      sent.release();
    }
    return size;
  }
}
