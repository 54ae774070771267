package com.throttlex.tck.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultProxyTest {
  private static final Duration LONG = Duration.ofSeconds(10);
  private static final Duration SHORT = Duration.ofMillis(700);
  private static final Duration DELAY = Duration.ofMillis(150);

  private static RedisServer server;

  private FaultProxy proxy;

  @BeforeAll
  static void startServer() {
    server = RedisServer.start();
  }

  @AfterAll
  static void closeServer() {
    server.close();
  }

  @BeforeEach
  void start() {
    proxy = FaultProxy.to(server.port());
  }

  @AfterEach
  void close() {
    proxy.close();
  }

  @Test
  void proxy_withoutAFault_passesManyBytesBothWays() throws IOException {
    String value = "0123456789".repeat(300_000);
    try (Resp connection = connect(LONG)) {
      assertThat(connection.call("SET", "large", value)).isEqualTo("OK");
      assertThat(connection.call("GET", "large")).isEqualTo(value);
      assertThat(connection.call("DEL", "large")).isEqualTo(1L);
    }
  }

  @Test
  void delay_onAnOpenConnection_holdsUntilItIsTakenAway() throws IOException {
    try (Resp connection = connect(LONG)) {
      connection.call("PING");
      proxy.delay(DELAY);
      assertThat(nanos(connection)).isGreaterThanOrEqualTo(DELAY.toNanos());
      proxy.pass();
      // At least one of several is fast even on a busy machine.
      assertThat(List.of(nanos(connection), nanos(connection), nanos(connection)))
          .anyMatch(nanos -> nanos < DELAY.toNanos());
    }
  }

  @Test
  void delay_whenShortenedWhileBytesAreUnderWay_letsThemPass() throws Exception {
    proxy.delay(Duration.ofHours(1));
    try (Resp connection = connect(LONG)) {
      CompletableFuture<Object> reply = CompletableFuture.supplyAsync(() -> ping(connection));
      proxy.pass();
      assertThat(reply.get()).isEqualTo("PONG");
    }
  }

  @Test
  void blackhole_onOpenAndNewConnections_isSilentAndBreaksThem() throws IOException {
    try (Resp open = connect(SHORT);
        Resp idle = connect(SHORT)) {
      open.call("PING");
      idle.call("PING");
      proxy.blackhole();
      assertThatThrownBy(() -> open.call("SET", "lost", "1"))
          .isInstanceOf(SocketTimeoutException.class);
      try (Resp fresh = connect(SHORT)) {
        assertThatThrownBy(() -> fresh.call("PING")).isInstanceOf(SocketTimeoutException.class);
        proxy.blackhole();
        assertThatThrownBy(() -> fresh.call("PING")).isInstanceOf(SocketTimeoutException.class);
        proxy.pass();
        assertThatThrownBy(() -> fresh.call("PING")).satisfies(FaultProxyTest::isClosed);
      }
      assertThatThrownBy(() -> open.call("PING")).satisfies(FaultProxyTest::isClosed);
      assertThat(idle.call("PING")).isEqualTo("PONG");
    }
    assertThat(server.command("GET", "lost")).isNull();
    try (Resp fresh = connect(LONG)) {
      assertThat(fresh.call("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void cut_closesOpenConnections_andRefusesNewOnesUntilItEnds() throws IOException {
    for (int round = 0; round < 3; round++) {
      try (Resp open = connect(LONG)) {
        open.call("PING");
        proxy.cut();
        assertThatThrownBy(() -> open.call("PING")).satisfies(FaultProxyTest::isClosed);
        assertThatThrownBy(() -> connect(LONG)).isInstanceOf(ConnectException.class);
        proxy.pass();
      }
      try (Resp fresh = connect(LONG)) {
        assertThat(fresh.call("PING")).isEqualTo("PONG");
      }
    }
  }

  @Test
  void connections_beyondTheBound_areClosed() throws IOException {
    List<Resp> connections = new ArrayList<>();
    try {
      for (int i = 0; i < 200; i++) {
        connections.add(connect(LONG));
        connections.get(i).call("PING");
      }
      Resp further = connect(LONG);
      connections.add(further);
      assertThatThrownBy(() -> further.call("PING")).satisfies(FaultProxyTest::isClosed);
      assertThat(connections.get(199).call("PING")).isEqualTo("PONG");
    } finally {
      for (Resp connection : connections) {
        connection.close();
      }
    }
  }

  @Test
  void proxy_beforeAServerThatIsDown_closesConnections() throws IOException {
    try (FaultProxy idle = FaultProxy.to(Ports.free());
        Resp connection = new Resp(idle.port(), LONG)) {
      assertThatThrownBy(() -> connection.call("PING")).satisfies(FaultProxyTest::isClosed);
    }
  }

  @Test
  void closedProxy_refusesConnectionsAndFaults() {
    proxy.close();
    assertThatThrownBy(() -> connect(LONG)).isInstanceOf(ConnectException.class);
    assertThatThrownBy(() -> proxy.pass()).hasMessageContaining("closed");
    assertThatThrownBy(() -> proxy.delay(Duration.ofMillis(-1))).hasMessageContaining("delay");
  }

  private Resp connect(Duration timeout) throws IOException {
    return new Resp(proxy.port(), timeout);
  }

  private static long nanos(Resp connection) throws IOException {
    long start = System.nanoTime();
    connection.call("PING");
    return System.nanoTime() - start;
  }

  private static Object ping(Resp connection) {
    try {
      return connection.call("PING");
    } catch (IOException e) {
      return e;
    }
  }

  private static void isClosed(Throwable thrown) {
    assertThat(thrown).isInstanceOfAny(EOFException.class, SocketException.class);
  }
}
