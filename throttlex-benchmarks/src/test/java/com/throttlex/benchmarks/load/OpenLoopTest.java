package com.throttlex.benchmarks.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import com.throttlex.benchmarks.store.Latencies;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OpenLoopTest {
  private final AtomicInteger served = new AtomicInteger();
  private final HttpServer server;
  private volatile int status = 200;

  OpenLoopTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          served.incrementAndGet();
          exchange.sendResponseHeaders(status, 1);
          exchange.getResponseBody().write('x');
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void requests_areSentAtTheRateWhetherOrNotOthersAreAnswered() throws IOException {
    Latencies latencies = run(200, 500);
    assertThat(served).hasValue(100);
    assertThat(latencies.micros(0.5)).isPositive();
  }

  @Test
  void answer_withUnexpectedStatus_isAFailure() {
    status = 503;
    assertThatThrownBy(() -> run(200, 50)).hasMessageContaining("503");
  }

  private Latencies run(int perSecond, int millis) throws IOException {
    return TrafficKind.PROXIED
        .openLoop(perSecond)
        .run(server.getAddress().getPort(), TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
