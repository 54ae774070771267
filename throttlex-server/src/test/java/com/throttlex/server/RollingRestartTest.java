package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.gateways.NginxServer;
import com.throttlex.server.proxy.RawUpstream;
import com.throttlex.tck.Await;
import com.throttlex.tck.Together;
import com.throttlex.tck.programs.NeedsProgram;
import com.throttlex.tck.servers.Ports;
import com.throttlex.tck.servers.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes behind nginx that are restarted one after the other under load. */
@NeedsProgram("nginx")
class RollingRestartTest {
  private static final int NODES = 3;
  private static final int CLIENTS = 4;

  /** The pause of a client between its requests, which leaves time to the nodes that start. */
  private static final long PAUSE_NANOS = 2_000_000;

  private static final int LIMIT = 3;

  /** The requests of each key, so that some are denied. */
  private static final int OF_A_KEY = 5;

  private static final int MOST_KEYS = 1_000_000;

  @TempDir Path folder;
  private final List<Integer> checkPorts = ports();
  private final List<Integer> proxyPorts = ports();
  private final ServiceProcess[] nodes = new ServiceProcess[NODES];
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final AtomicInteger sent = new AtomicInteger();
  private final AtomicIntegerArray admitted = new AtomicIntegerArray(MOST_KEYS);
  private volatile boolean restarted;
  private RedisServer redis;
  private RawUpstream application;
  private NginxServer nginx;

  private static List<Integer> ports() {
    return IntStream.range(0, NODES).mapToObj(node -> Ports.free()).toList();
  }

  @BeforeEach
  void start() throws Exception {
    redis = RedisServer.start();
    application = RawUpstream.polite();
    Together.run(NODES, node -> nodes[node] = startNode(node));
    nginx =
        NginxServer.start(
            folder,
            upstream("checks", checkPorts) + upstream("proxies", proxyPorts),
            """
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            location /api/ {
              proxy_pass http://checks;
              proxy_next_upstream error timeout non_idempotent;
            }
            location / { proxy_pass http://proxies; }
            """);
  }

  private static String upstream(String name, List<Integer> ports) {
    StringBuilder text = new StringBuilder("upstream " + name + " { keepalive 8;\n");
    ports.forEach(port -> text.append("server 127.0.0.1:" + port + " max_fails=0;\n"));
    return text.append("}\n").toString();
  }

  private ServiceProcess startNode(int node) throws IOException {
    Path its = Files.createDirectories(folder.resolve("node-" + node));
    Files.writeString(
        its.resolve("rules.yml"),
        """
        version: 1
        default-rule: none
        rules:
          - {id: few, key: [api-key], limits: 3/1d, algorithm: fixed-window}
        """);
    Files.writeString(
        its.resolve("throttlex.yml"),
        """
        rules: rules.yml
        store: "%s?timeout=5s"
        proxy:
          port: %d
          routes: [{id: app, upstreams: ["%s"]}]
        """
            .formatted(redis.url(), proxyPorts.get(node), application.url()));
    return ServiceProcess.startAt(its, checkPorts.get(node));
  }

  @AfterEach
  void stop() throws IOException {
    nginx.close();
    for (ServiceProcess node : nodes) {
      node.close();
    }
    application.close();
    redis.close();
  }

  @Test
  void requests_whileAllNodesAreRestarted_neverFailAndAreAdmittedExactly() throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<Void>> ends = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        ends.add(clients.submit(this::sendUntilRestarted));
      }
      restartAll();
      for (Future<Void> end : ends) {
        end.get(1, TimeUnit.MINUTES);
      }
    } finally {
      clients.shutdownNow();
    }

    assertThat(failures).isEmpty();
    int keys = sent.get() / OF_A_KEY; // the last one may have fewer requests
    assertThat(keys).isGreaterThan(100);
    for (int key = 0; key < keys; key++) {
      assertThat(admitted.get(key)).as("key %d of %d", key, keys).isEqualTo(LIMIT);
    }
  }

  private void restartAll() throws Exception {
    for (int node = 0; node < NODES; node++) {
      int before = sent.get();
      assertThat(nodes[node].terminate()).isEqualTo(143);
      nodes[node] = startNode(node);
      Await.until("requests after the restart", () -> sent.get() > before + 10 * OF_A_KEY);
    }
    restarted = true;
  }

  private Void sendUntilRestarted() throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    while (!restarted) {
      int number = sent.getAndIncrement();
      int key = number / OF_A_KEY;
      int status = client.send(request(number, key), BodyHandlers.discarding()).statusCode();
      if (status == 200) {
        admitted.incrementAndGet(key);
      } else if (status != 429) {
        failures.add(number + ": " + status);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
    return null;
  }

  /** Every other key is checked over the API; its requests have idempotency keys. */
  private HttpRequest request(int number, int key) {
    boolean check = key % 2 == 0;
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(nginx.url() + (check ? "/api/v1/check" : "/app")))
            .timeout(Duration.ofSeconds(30))
            .header("X-API-Key", "key-" + key);
    return check
        ? request
            .header("X-Idempotency-Key", "request-" + number)
            .POST(BodyPublishers.ofString("{}"))
            .build()
        : request.build();
  }
}
