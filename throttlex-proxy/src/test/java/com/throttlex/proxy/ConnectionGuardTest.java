package com.throttlex.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ConnectionGuardTest {
  private static final long HEAD_MILLIS = 10_000;

  private int closed;

  private EmbeddedChannel connection() {
    EmbeddedChannel channel = new EmbeddedChannel();
    channel.freezeTime();
    new ConnectionGuard(() -> closed++, HEAD_MILLIS).guard(channel);
    channel.pipeline().fireChannelActive();
    return channel;
  }

  private static void pass(EmbeddedChannel channel, long millis) {
    channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
    channel.runPendingTasks();
  }

  @Test
  void connection_thatSendsNothing_isClosedInTime() {
    EmbeddedChannel channel = connection();
    pass(channel, HEAD_MILLIS - 1);
    assertThat(channel.isOpen()).isTrue();
    assertThat(closed).isZero();
    pass(channel, 1);
    assertThat(channel.isOpen()).isFalse();
    assertThat(closed).isEqualTo(1);
  }

  @Test
  void head_thatTricklesIn_getsNoMoreTime() {
    EmbeddedChannel channel = connection();
    for (int i = 0; i < 10 && channel.isOpen(); i++) {
      channel.writeInbound(Unpooled.copiedBuffer("G", StandardCharsets.US_ASCII));
      pass(channel, HEAD_MILLIS / 10);
    }
    assertThat(channel.isOpen()).isFalse();
  }
}
