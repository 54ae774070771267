package com.throttlex.server.resp;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import com.throttlex.DecisionListener;
import com.throttlex.ThrottleX;
import com.throttlex.rule.RuleBook;
import com.throttlex.server.access.Access;
import com.throttlex.server.access.AccessLab;
import com.throttlex.store.MemoryStore;
import com.throttlex.test.ManualClock;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetServerOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class RespDoorTest {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  @Test
  void client_thatNeverReads_doesNotBlockOthers() throws IOException {
    try (OpenDoor door = new OpenDoor();
        SocketChannel greedy = SocketChannel.open(new InetSocketAddress(LOOPBACK, door.port));
        RawClient good = door.client()) {
      greedy.configureBlocking(false);
      ByteBuffer commands = ByteBuffer.wrap("COMMAND DOCS\r\n".repeat(4_000).getBytes(UTF_8));
      long sent = 0;
      int refused = 0;
      while (refused < 200) { // so many times in a row the server took nothing
        int written = greedy.write(commands.rewind());
        sent += written;
        refused = written == 0 ? refused + 1 : 0;
        assertThat(good.ask("PING")).isEqualTo("PONG");
        assertThat(sent).isLessThan(100_000_000);
      }

      assertThat(good.ask("CL.THROTTLE", "good", "0", "1", "60")).asInstanceOf(LIST).startsWith(0L);
    }
  }

  @Test
  void door_afterManyClientsSentNoise_stillServes() throws IOException {
    Random random = new Random(11);
    try (OpenDoor door = new OpenDoor()) {
      for (int i = 0; i < 200; i++) {
        byte[] noise = new byte[1 + random.nextInt(5_000)];
        random.nextBytes(noise);
        noise[0] = (byte) "*$-:+P\r\n".charAt(random.nextInt(8));
        try (RawClient client = door.client()) {
          client.send(noise);
        }
      }
      try (RawClient client = door.client()) {
        assertThat(client.ask("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void idleClient_isDisconnected() throws IOException {
    NetServerOptions options =
        new NetServerOptions().setIdleTimeout(50).setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    try (OpenDoor door = new OpenDoor(new MemoryStore(), options);
        RawClient client = door.client()) {
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void quit_isAnsweredAndClosesTheConnection() throws IOException {
    try (OpenDoor door = new OpenDoor();
        RawClient client = door.client()) {
      assertThat(client.send("QUIT\r\nPING\r\n").reply()).isEqualTo("OK");
      assertThat(client.atEnd()).isTrue();
    }
  }

  @Test
  void connections_areSharedAmongAllEventLoops() throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    DecisionListener noting = (request, decision, verdicts) -> threads.add(threadName());
    ThrottleX throttlex =
        ThrottleX.of(RuleBook.EMPTY, new MemoryStore(), new ManualClock(), noting);
    Access access = AccessLab.open(new ManualClock()).callers();
    Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(3));
    try {
      RespDoor door = new RespDoor(vertx, throttlex, 64, new NetServerOptions(), access);
      int port = door.listen(0, "127.0.0.1").toCompletionStage().toCompletableFuture().get();
      for (int i = 0; i < 12; i++) {
        try (RawClient client = new RawClient(port)) {
          assertThat(client.ask("TX.CHECK")).asInstanceOf(LIST).startsWith(1L);
        }
      }
      assertThat(threads).hasSize(3);
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
  }

  private static String threadName() {
    return Thread.currentThread().getName();
  }

  @Test
  void listen_onATakenPort_fails() {
    try (OpenDoor door = new OpenDoor()) {
      Vertx other = Vertx.vertx();
      RespDoor second =
          new RespDoor(other, door.throttlex, 64, new NetServerOptions(), door.access);

      assertThat(second.listen(door.port, "127.0.0.1").toCompletionStage().toCompletableFuture())
          .failsWithin(30, TimeUnit.SECONDS);
      assertThat(other.close().toCompletionStage().toCompletableFuture())
          .succeedsWithin(30, TimeUnit.SECONDS);
    }
  }

  @Test
  void close_endsOpenConnectionsAndRefusesNewOnes() throws IOException {
    try (OpenDoor door = new OpenDoor();
        RawClient client = door.client()) {
      assertThat(client.ask("PING")).isEqualTo("PONG");

      door.closeDoor();
      assertThat(client.atEnd()).isTrue();
      assertThatThrownBy(() -> askAnew(door)).isInstanceOf(IOException.class);
    }
  }

  /** The kernel may still accept a connection while the door closes; it is not served. */
  private static Object askAnew(OpenDoor door) throws IOException {
    try (RawClient client = door.client()) {
      return client.ask("PING");
    }
  }

  @Test
  void hello_withVersionTwo_describesTheServer() throws IOException {
    try (OpenDoor door = new OpenDoor();
        RawClient client = door.client()) {
      assertThat(client.ask("HELLO", "2", "AUTH", "u", "p", "SETNAME", "me"))
          .asInstanceOf(LIST)
          .containsSubsequence("server", "throttlex", "proto", 2L, "role", "master");
      assertThat(client.ask("CLIENT", "GETNAME")).isEqualTo("me");
      assertThat(client.ask("RESET")).isEqualTo("RESET");
      assertThat(client.ask("CLIENT", "GETNAME")).isNull();
    }
  }

  @Test
  void serverCommands_areAnswered() throws IOException {
    try (OpenDoor door = new OpenDoor();
        RawClient client = door.client()) {
      assertThat(client.ask("COMMAND", "INFO", "cl.throttle", "get"))
          .isEqualTo(Arrays.asList(List.of("cl.throttle", -5L, List.of("fast"), 1L, 1L, 1L), null));
      assertThat(client.ask("COMMAND", "LIST")).asInstanceOf(LIST).contains("tx.check", "command");
      assertThat(client.ask("COMMAND", "DOCS", "tx.settle"))
          .asInstanceOf(LIST)
          .startsWith("tx.settle");
      assertThat(client.ask("CONFIG", "GET", "save")).isEqualTo(List.of("save", ""));
      assertThat(client.ask("INFO", "clients")).isEqualTo("# Clients\r\nconnected_clients:1\r\n");
      assertThat(client.ask("SELECT", "0")).isEqualTo("OK");
      assertThat(client.ask("DBSIZE")).isEqualTo(0L);
    }
  }
}
