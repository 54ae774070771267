package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bound on connections, also on those that never send anything. */
class ProxyConnectionsTest {
  private static final int STREAMS = 1_000;
  private static final int REFUSED_STREAM = 7;
  private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

  @TempDir static Path folder;

  @Test
  void connections_aboveTheirBound_areClosedUntilOthersEnd() throws IOException {
    try (RawUpstream upstream = RawUpstream.polite();
        RunningServer server =
            RunningServer.startProxy(
                folder,
                "version: 1\ndefault-rule: none\n",
                "    - {id: app, upstreams: [%s]}\n  max-connections: 3\n"
                    .formatted(upstream.url()))) {
      RawHttp[] open = new RawHttp[3];
      for (int i = 0; i < open.length; i++) {
        open[i] = new RawHttp(server.proxyPort());
      }
      try (RawHttp more = new RawHttp(server.proxyPort())) {
        assertThat(more.isClosed()).isTrue();
      }
      assertThat(open[2].send(GET).answer().status()).isEqualTo(200);
      open[0].close();
      Await.until("there is room again", () -> status(server) == 200);
      assertThat(server.check("{}").status()).isEqualTo(200); // other ports are not bounded
      open[1].close();
      open[2].close();
    }
  }

  @Test
  void client_thatTakesAllConnections_losesItsNewestToOtherClients() throws IOException {
    try (RawUpstream upstream = RawUpstream.polite();
        RunningServer server =
            RunningServer.startProxy(
                folder,
                "version: 1\ndefault-rule: none\n",
                "    - {id: app, upstreams: [%s]}\n  max-connections: 4\n"
                    .formatted(upstream.url()))) {
      List<RawHttp> taken = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        taken.add(served(new RawHttp(server.proxyPort())));
      }
      RawHttp other = served(RawHttp.from("127.0.0.2", server.proxyPort()));
      assertThat(taken.get(3).isClosed()).isTrue();
      try (RawHttp more = new RawHttp(server.proxyPort())) {
        assertThat(more.isClosed()).isTrue();
      }
      RawHttp another = served(RawHttp.from("127.0.0.2", server.proxyPort()));
      assertThat(taken.get(2).isClosed()).isTrue();
      for (RawHttp kept : List.of(taken.get(0), taken.get(1), other, another)) {
        served(kept).close();
      }
    }
  }

  @Test
  void streams_aboveTheirBound_areRefusedAndEndWithTheirConnection() throws IOException {
    try (RunningServer server =
        RunningServer.startProxy(
            folder,
            """
            version: 1
            default-rule: none
            rules:
              - {id: held, match: {endpoint: /held}, key: [global], limits: 1/1h, on-exceed: {queue: 1m}}
            """,
            "    - {id: app, upstreams: [\"http://127.0.0.1:9\"]}\n")) {
      try (RawHttp2 client = RawHttp2.connect(server.proxyPort())) {
        for (int i = 0; i <= STREAMS + 1; i++) { // the first one is not held, and ends
          client.headers(2 * i + 1, RawHttp2.request("GET", "/held"), true);
        }
        RawHttp2.Frame frame = client.next();
        while (frame.type() != RawHttp2.RESET) {
          frame = client.next();
        }
        assertThat(frame.stream()).isGreaterThan(2 * STREAMS - 1);
        assertThat(frame.payload().getInt(0)).isEqualTo(REFUSED_STREAM);
        // The refusal overtakes the streams before it that are still to be decided.
        Await.until(
            () -> server.metric("throttlex_proxy_waiting") + " wait",
            () -> server.metric("throttlex_proxy_waiting") >= STREAMS - 2);
        assertThat(server.metric("throttlex_proxy_waiting")).isLessThanOrEqualTo(STREAMS);
      }
      Await.until("no place is taken", () -> server.metric("throttlex_proxy_waiting") == 0);
    }
  }

  /** Sends a request, so that the connection is no longer in the time of its first head. */
  private static RawHttp served(RawHttp client) throws IOException {
    assertThat(client.send(GET).answer().status()).isEqualTo(200);
    return client;
  }

  private static int status(RunningServer server) throws IOException {
    try (RawHttp next = new RawHttp(server.proxyPort())) {
      return next.send(GET).answer().status();
    }
  }
}
