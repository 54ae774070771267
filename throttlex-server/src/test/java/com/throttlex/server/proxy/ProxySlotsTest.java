package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots of two proxies on one Redis: each way in which a request can end frees its slot. */
class ProxySlotsTest {
  private static final long SLOTS = 6;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slots, key: [global], algorithm: concurrency, limits: 6/5m}
        - {id: denies, match: {endpoint: /denied}, key: [global], limits: 1/1h}
      """;

  @TempDir static Path first;
  @TempDir static Path second;
  private static RedisServer redis;
  private static RawUpstream upstream;
  private static RunningServer one;
  private static RunningServer other;

  @BeforeAll
  static void start() throws IOException {
    redis = RedisServer.start();
    upstream = RawUpstream.start(ProxySlotsTest::serve);
    one = start(first);
    other = start(second);
  }

  private static RunningServer start(Path folder) throws IOException {
    return RunningServer.startProxy(
        folder,
        RULES,
        "    - {id: app, upstreams: [\"%s\"]}%nstore: \"%s\"%n"
            .formatted(upstream.url(), redis.url()));
  }

  @AfterAll
  static void stop() throws Exception {
    one.close();
    other.close();
    upstream.close();
    redis.close();
  }

  /** An application that answers at once, begins a stream of events, or never answers. */
  private static void serve(RawUpstream self, Socket connection) throws IOException {
    for (String head = self.head(connection); !head.isEmpty(); head = self.head(connection)) {
      if (head.startsWith("GET /events")) {
        RawUpstream.write(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n");
        RawUpstream.write(connection, "Transfer-Encoding: chunked\r\n\r\n9\r\ndata: 1\n\n\r\n");
      }
      if (head.startsWith("GET /events/all")) {
        RawUpstream.write(connection, "0\r\n\r\n");
      } else if (head.startsWith("GET /denied")) {
        RawUpstream.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
      }
    }
  }

  private static RawHttp get(RunningServer proxy, String path) throws IOException {
    return new RawHttp(proxy.proxyPort()).send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
  }

  /** The other proxy sees how many slots are free in Redis. */
  private static void awaitFree(long slots) {
    Await.until(() -> "expected " + slots + " free slots, found " + free(), () -> free() == slots);
  }

  private static long free() {
    return other.check("{\"endpoint\":\"/\",\"cost\":0}").json().getLong("remaining", 0L);
  }

  @Test
  void slot_ofAnEventStream_isFreeWhenTheStreamHasEnded() throws IOException {
    try (RawHttp open = get(one, "/events");
        RawHttp ended = get(one, "/events/all")) {
      assertThat(ended.answer().status()).isEqualTo(200);
      awaitFree(SLOTS - 1);
      assertThat(open.answer().status()).isEqualTo(200);
    }
    awaitFree(SLOTS);
  }

  @Test
  void slot_ofARequestThatAnotherRuleDenies_isNotTaken() throws IOException {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < 2 * SLOTS; i++) {
      try (RawHttp client = get(one, "/denied")) {
        statuses.add(client.answer().status());
      }
    }

    assertThat(statuses).containsOnlyOnce(200).contains(429);
    awaitFree(SLOTS);
  }

  @Test
  @Tag("long") // a proxy waits 10 s for requests in flight
  void slots_ofRequestsThatOutliveTheirProxy_areFreedInRedis(@TempDir Path folder)
      throws IOException {
    RunningServer ends = start(folder);
    int before = upstream.heads().size();
    try (RawHttp answered = get(ends, "/events");
        RawHttp unanswered = get(ends, "/never")) {
      Await.until("both are in flight", () -> upstream.heads().size() == before + 2);
      assertThat(answered.answer().status()).isEqualTo(200);
      assertThat(free()).isEqualTo(SLOTS - 2);

      ends.close();

      assertThat(unanswered.isClosed()).isTrue();
      awaitFree(SLOTS);
    }
  }
}
