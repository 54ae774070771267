package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.server.RunningServer;
import com.throttlex.tck.Await;
import com.throttlex.tck.Together;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits as the application behind the proxies sees them, under 64 connections. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ExactnessScenario {
  private static final int CONNECTIONS = 64;
  private static final int AMOUNT = 20;
  private static final int SLOTS = 5;
  private static final long WORK_NANOS = 2_000_000L;

  /** One rule for each algorithm, with one window until 2069; and slots that requests wait for. */
  static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: tb, match: {endpoint: /token-bucket}, key: [global], limits: 20/18250d}
        - {id: lb, match: {endpoint: /leaky-bucket}, key: [global], limits: 20/18250d, algorithm: leaky-bucket}
        - {id: fw, match: {endpoint: /fixed-window}, key: [global], limits: 20/18250d, algorithm: fixed-window}
        - {id: sl, match: {endpoint: /sliding-window-log}, key: [global], limits: 20/18250d, algorithm: sliding-window-log}
        - {id: sc, match: {endpoint: /sliding-window-counter}, key: [global], limits: 20/18250d, algorithm: sliding-window-counter}
        - {id: gc, match: {endpoint: /gcra}, key: [global], limits: 20/18250d, algorithm: gcra}
        - {id: held-slots, match: {endpoint: /concurrency}, key: [global], limits: 5/5m, algorithm: concurrency, on-exceed: {queue: 1m}}
        - {id: held-rate, match: {endpoint: /paced}, key: [global], limits: {amount: 200, period: 1s, burst: 10}, on-exceed: {queue: 1m}}
      """;

  /** The shared store, which is closed after the proxies. */
  AutoCloseable store = () -> {};

  private final Map<String, AtomicInteger> seen = new ConcurrentHashMap<>();
  private final Queue<Long> paced = new ConcurrentLinkedQueue<>();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();
  private JdkUpstream upstream;
  private List<RunningServer> proxies;

  /** Starts the proxies with that route. */
  abstract List<RunningServer> start(String route) throws IOException;

  @BeforeAll
  void open() throws IOException {
    upstream =
        JdkUpstream.start(
            exchange -> {
              String path = exchange.getRequestURI().getPath();
              seen.computeIfAbsent(path, any -> new AtomicInteger()).incrementAndGet();
              if (path.equals("/paced")) {
                paced.add(System.nanoTime());
              }
              most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
              LockSupport.parkNanos(WORK_NANOS);
              inFlight.decrementAndGet();
              JdkUpstream.answer(exchange, 200, "done");
            });
    proxies = start("    - {id: app, upstreams: [\"" + upstream.url() + "\"]}\n");
  }

  @AfterAll
  void close() throws Exception {
    proxies.forEach(RunningServer::close);
    store.close();
    upstream.close();
  }

  /** Sends requests over 64 connections at a time, to all proxies in turn; returns the statuses. */
  private List<Integer> send(String path, int rounds) {
    HttpClient client = proxies.get(0).client();
    return Together.run(
            CONNECTIONS,
            connection -> {
              List<Integer> statuses = new ArrayList<>();
              for (int i = 0; i < rounds; i++) {
                int port = proxies.get((connection + i) % proxies.size()).proxyPort();
                HttpRequest request = RunningServer.request(port, path).build();
                statuses.add(
                    client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
              }
              return statuses;
            })
        .stream()
        .flatMap(List::stream)
        .toList();
  }

  @ParameterizedTest
  @EnumSource(value = Algorithm.class, mode = EnumSource.Mode.EXCLUDE, names = "CONCURRENCY")
  void requestsOfEveryAlgorithm_areForwardedExactlyAsOftenAsAllowed(Algorithm algorithm) {
    String path = "/" + algorithm;
    List<Integer> statuses = send(path, 2);

    assertThat(statuses).hasSize(2 * CONNECTIONS).containsOnly(200, 429);
    assertThat(statuses.stream().filter(status -> status == 200)).hasSize(AMOUNT);
    assertThat(seen.get(path).get()).isEqualTo(AMOUNT);
  }

  @Test
  void requestsInFlight_asTheApplicationSeesThem_neverExceedTheSlots() {
    most.set(0);
    List<Integer> statuses = send("/concurrency", 3);

    assertThat(statuses).hasSize(3 * CONNECTIONS).containsOnly(200);
    assertThat(most.get()).isPositive().isLessThanOrEqualTo(SLOTS);
    awaitAllSlots();
  }

  /** All slots come back: as many as there are fit at once again. */
  private void awaitAllSlots() {
    RunningServer proxy = proxies.get(0);
    Await.until(
        "all slots are free",
        () ->
            proxy.check("{\"endpoint\":\"/concurrency\",\"cost\":0}").json().getLong("remaining")
                == SLOTS);
  }

  @Test
  void heldRequests_arePacedByTheLimit() {
    List<Integer> statuses = send("/paced", 2);

    assertThat(statuses).hasSize(2 * CONNECTIONS).containsOnly(200);
    List<Long> times = paced.stream().sorted().toList();
    long elapsed = times.get(times.size() - 1) - times.get(0);
    // The burst of 10 at once, then 200 a second; the times of the upstream may be a little late.
    assertThat(elapsed / 1e9).isGreaterThan((times.size() - 1 - 10) / 200.0 - 0.1);
  }

  @Test
  void clientsThatLeaveAtRandom_giveEverySlotBack() {
    HttpClient h2 = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    List<CompletableFuture<HttpResponse<String>>> sent =
        IntStream.range(0, 4 * CONNECTIONS)
            .mapToObj(
                i ->
                    (i % 2 == 0 ? h2 : proxies.get(0).client())
                        .sendAsync(
                            RunningServer.request(
                                    proxies.get(i % proxies.size()).proxyPort(), "/concurrency")
                                .build(),
                            HttpResponse.BodyHandlers.ofString()))
            .toList();
    for (int i = 0; i < sent.size(); i += 2) {
      LockSupport.parkNanos(100_000);
      sent.get((i * 7) % sent.size()).cancel(true);
    }
    awaitAllSlots();

    for (RunningServer proxy : proxies) {
      Await.until("nobody waits", () -> proxy.metric("throttlex_proxy_waiting") == 0);
    }
    assertThat(send("/concurrency", 1)).containsOnly(200);
  }
}
