package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisServerTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofSeconds(10);

  @Test
  void server_onceStarted_answersEveryKindOfReply() {
    try (RedisServer server = RedisServer.start()) {
      assertThat(server.url()).isEqualTo("redis://127.0.0.1:" + server.port());
      assertThat(server.command("PING")).isEqualTo("PONG");
      assertThat(server.command("SET", "ключ", "a\r\nb")).isEqualTo("OK");
      assertThat(server.command("GET", "ключ")).isEqualTo("a\r\nb");
      assertThat(server.command("GET", "absent")).isNull();
      assertThat(server.command("INCRBY", "n", "-7")).isEqualTo(-7L);
      assertThat(server.command("EVAL", "return {1, {'x', false}, ''}", "0"))
          .isEqualTo(List.of(1L, Arrays.asList("x", null), ""));
      assertThatThrownBy(() -> server.command("INCR", "ключ"))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("not an integer");
    }
  }

  @Test
  void server_withMoreOptions_obeysThem() {
    try (RedisServer server = RedisServer.start("--requirepass", "secret", "--databases", "3")) {
      assertThat(server.command("CONFIG", "GET", "databases")).isEqualTo(List.of("databases", "3"));
      assertThatThrownBy(() -> ping(server, LONG))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("NOAUTH");
    }
  }

  @Test
  void start_withAnUnknownOption_failsWithWhatTheServerSaid() {
    assertThatThrownBy(() -> RedisServer.start("--no-such-option", "1"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("exit 1")
        .hasMessageContaining("no-such-option");
  }

  @Test
  void killedServer_refusesConnections_andStartsAgainEmptyOnTheSamePort() {
    try (RedisServer server = RedisServer.start()) {
      int port = server.port();
      long pid = server.pid();
      server.command("SET", "a", "1");
      server.kill();
      assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
      assertThatThrownBy(() -> ping(server, LONG)).isInstanceOf(ConnectException.class);
      server.restart();
      assertThat(server.port()).isEqualTo(port);
      assertThat(server.pid()).isNotEqualTo(pid);
      assertThat(server.command("GET", "a")).isNull();
    }
  }

  @Test
  void pausedServer_acceptsButIsSilent_untilItIsResumed() throws IOException {
    try (RedisServer server = RedisServer.start()) {
      server.command("SET", "a", "1");
      server.pause();
      assertThatThrownBy(() -> ping(server, SHORT)).isInstanceOf(SocketTimeoutException.class);
      server.resume();
      assertThat(ping(server, LONG)).isEqualTo("PONG");
      assertThat(server.command("GET", "a")).isEqualTo("1");
    }
  }

  @Test
  void pausedServer_whenClosed_ends() {
    RedisServer server = RedisServer.start();
    long pid = server.pid();
    server.pause();
    server.close();
    server.close();
    assertThat(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)).isFalse();
    assertThatThrownBy(() -> server.command("PING")).isInstanceOf(UncheckedIOException.class);
  }

  private static Object ping(RedisServer server, Duration timeout) throws IOException {
    try (Resp connection = new Resp(server.port(), timeout)) {
      return connection.call("PING");
    }
  }
}
