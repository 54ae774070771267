package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.Await;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that wait in the real proxy. */
class HeldProxyTest {
  private static final int MOST = 40;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: brisk, match: {endpoint: /brisk}, key: ["header:X-Client"], limits: 1/100ms, on-exceed: queue}
        - {id: slow, match: {endpoint: /slow}, key: ["header:X-Client"], limits: 1/1h, on-exceed: {queue: 1m}}
        - {id: brief, match: {endpoint: /brief}, key: ["header:X-Client"], limits: 1/1h, on-exceed: {queue: 200ms}}
        - {id: delayed, match: {endpoint: /delayed}, key: ["header:X-Client"], limits: 1/300ms, on-exceed: {delay: 5s}}
      """;

  @TempDir static Path folder;
  private static JdkUpstream upstream;
  private static RunningServer server;
  private static final HttpClient H2 =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

  @BeforeAll
  static void start() throws IOException {
    upstream =
        JdkUpstream.start(
            exchange -> {
              int length = exchange.getRequestBody().readAllBytes().length;
              JdkUpstream.answer(exchange, 200, "got " + length);
            });
    server = proxy(folder);
  }

  private static RunningServer proxy(Path folder) throws IOException {
    String route = "    - {id: app, upstreams: [\"%s\"], max-body: 1GB}\n  max-waiting: %d\n";
    return RunningServer.startProxy(folder, RULES, route.formatted(upstream.url(), MOST));
  }

  @AfterAll
  static void stop() {
    server.close();
    upstream.close();
  }

  @AfterEach
  void leaveNobodyWaiting() {
    awaitWaiting(server, 0);
  }

  private static void awaitWaiting(RunningServer server, int expected) {
    Await.until(
        () -> "requests wait: " + server.metric("throttlex_proxy_waiting"),
        () -> server.metric("throttlex_proxy_waiting") == expected);
  }

  private static CompletableFuture<Reply> send(
      RunningServer to, HttpClient by, String path, String client) {
    return by.sendAsync(
            RunningServer.request(to.proxyPort(), path, "X-Client", client).build(),
            HttpResponse.BodyHandlers.ofString())
        .thenApply(Reply::of);
  }

  private static Reply get(String path, String client) {
    return send(server, server.client(), path, client).join();
  }

  /** Sends requests that all wait, one after the other. */
  private static List<CompletableFuture<Reply>> hold(int count, String path, String client) {
    int before = (int) server.metric("throttlex_proxy_waiting");
    List<CompletableFuture<Reply>> held = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      held.add(send(server, i % 2 == 0 ? H2 : server.client(), path, client));
      awaitWaiting(server, before + i);
    }
    return held;
  }

  private static void cancel(List<CompletableFuture<Reply>> held, int left) {
    held.forEach(reply -> reply.cancel(true));
    awaitWaiting(server, left);
  }

  private static List<String> targetsOf(String client) {
    return upstream.seen().stream()
        .filter(seen -> client.equals(seen.header("X-client")))
        .map(JdkUpstream.Seen::target)
        .toList();
  }

  @Test
  void requestsOfOneKey_areForwardedInOrderAtThePaceOfTheRule() {
    long start = System.nanoTime();
    List<CompletableFuture<Reply>> replies = new ArrayList<>();
    List<Integer> arrived = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      replies.add(send(server, i % 2 == 0 ? H2 : server.client(), "/brisk?" + i, "order"));
      int sent = i + 1;
      Await.until(
          "the request is known",
          () -> targetsOf("order").size() + server.metric("throttlex_proxy_waiting") >= sent);
      arrived.add(i);
    }

    assertThat(replies).allMatch(reply -> reply.join().status() == 200);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    assertThat(millis).isGreaterThanOrEqualTo(499);
    assertThat(targetsOf("order"))
        .containsExactlyElementsOf(arrived.stream().map(i -> "/brisk?" + i).toList());
  }

  @Test
  void lightKey_besideAHeavyKey_isForwardedAtOnce() {
    get("/slow", "heavy");
    List<CompletableFuture<Reply>> heavy = hold(20, "/slow", "heavy");

    assertThat(get("/slow", "light").status()).isEqualTo(200);
    assertThat(heavy).noneMatch(CompletableFuture::isDone);
    cancel(heavy, 0);
  }

  @Test
  void client_thatClosesOrResets_givesItsPlaceUp() throws IOException {
    get("/slow", "leaver");
    double before = server.metric("throttlex_proxy_waited_seconds_count{end=\"left\"}");
    try (RawHttp raw = new RawHttp(server.proxyPort())) {
      raw.send("GET /slow HTTP/1.1\r\nHost: x\r\nX-Client: leaver\r\n\r\n");
      awaitWaiting(server, 1);
    }
    awaitWaiting(server, 0);
    CompletableFuture<HttpResponse<String>> stream =
        H2.sendAsync(
            RunningServer.request(server.proxyPort(), "/slow", "X-Client", "leaver").build(),
            HttpResponse.BodyHandlers.ofString());
    awaitWaiting(server, 1);
    stream.cancel(true);
    awaitWaiting(server, 0);

    assertThat(targetsOf("leaver")).hasSize(1);
    assertThat(left() - before).isEqualTo(2);
  }

  private static double left() {
    return server.metric("throttlex_proxy_waited_seconds_count{end=\"left\"}");
  }

  @Test
  void clientWithABody_thatClosesWhileItWaits_givesItsPlaceUp() throws IOException {
    get("/slow", "poster");
    try (RawHttp raw = new RawHttp(server.proxyPort())) {
      raw.send(
          "POST /slow HTTP/1.1\r\nHost: x\r\nX-Client: poster\r\nContent-Length: 99999\r\n\r\n");
      raw.send(new byte[50_000]);
      awaitWaiting(server, 1);
    }
    awaitWaiting(server, 0);
  }

  @Test
  void request_whenTheMaximumWaits_gets503WithRetryAfter() {
    get("/slow", "crowd");
    List<CompletableFuture<Reply>> held = hold(MOST, "/slow", "crowd");

    Reply refused = get("/slow", "crowd");
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("Retry-After")).isEqualTo("1");
    assertThat(refused.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(refused.json().getString("detail")).isEqualTo("Too many requests wait.");
    assertThat(server.metric("throttlex_proxy_waiting_refused_total")).isPositive();
    assertThat(get("/slow", "other").status()).isEqualTo(200);
    cancel(held.subList(0, 1), MOST - 1);
    List<CompletableFuture<Reply>> next = hold(1, "/slow", "crowd");
    cancel(held, 1);
    cancel(next, 0);
  }

  @Test
  void client_thatTakesAllPlaces_losesItsNewestToAnotherClient() {
    get("/slow", "greedy");
    get("/slow", "modest");
    List<CompletableFuture<Reply>> greedy = hold(MOST, "/slow", "greedy");

    CompletableFuture<Reply> modest = send(server, server.client(), "/slow", "modest");

    Reply lost = greedy.get(MOST - 1).join();
    assertThat(lost.status()).isEqualTo(503);
    assertThat(lost.header("Retry-After")).isEqualTo("1");
    awaitWaiting(server, MOST);
    assertThat(modest).isNotDone();
    cancel(greedy, 1);
    cancel(List.of(modest), 0);
  }

  @Test
  void request_whoseTimeIsOver_gets429WithTheWaitThatIsLeft() {
    get("/brief", "late");
    long start = System.nanoTime();
    Reply denied = get("/brief", "late");

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(200).toNanos());
    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.json().getString("rule")).isEqualTo("brief");
    assertThat(Long.parseLong(denied.header("Retry-After"))).isBetween(3500L, 3600L);
    assertThat(targetsOf("late")).hasSize(1);
  }

  @Test
  void delayedRequest_isForwardedAfterItsDelay() {
    get("/delayed", "d");
    long start = System.nanoTime();
    Reply reply = get("/delayed", "d");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(250).toNanos());
  }

  @Test
  void delayedRequest_thatPrefersATicket_isForwardedAfterItsDelay() {
    preferring("respond-async", "/delayed", "prefers");
    long start = System.nanoTime();
    Reply reply = preferring("respond-async", "/delayed", "prefers");

    assertThat(reply.status()).isEqualTo(200);
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(Duration.ofMillis(250).toNanos());
  }

  @Test
  void preference_asExactTokenWithOrWithoutParameters_isATicketAndOtherwiseAWait() {
    get("/brief", "token");
    assertThat(preferring("wait=5, Respond-Async;a=b", "/brief", "token").status()).isEqualTo(202);
    for (String other : List.of("no-respond-async", "respond-async2", "a=\"b, respond-async\"")) {
      double before = server.metric("throttlex_proxy_waited_seconds_count");
      assertThat(preferring(other, "/brief", "token").status()).as(other).isEqualTo(429);
      Await.until(
          "the request was held",
          () -> server.metric("throttlex_proxy_waited_seconds_count") > before);
    }
  }

  private static Reply preferring(String preference, String path, String client) {
    return server.send(
        RunningServer.request(server.proxyPort(), path, "X-Client", client, "Prefer", preference));
  }

  @Test
  void body_ofARequestThatWaits_isNotRead() throws Exception {
    get("/slow", "large");
    int size = 64 << 20;
    try (RawHttp raw = new RawHttp(server.proxyPort())) {
      raw.send(
          "POST /slow HTTP/1.1\r\nHost: x\r\nX-Client: large\r\nContent-Length: "
              + size
              + "\r\n\r\n");
      awaitWaiting(server, 1);
      CountingSender sender = CountingSender.start(raw, size);
      sender.awaitStall();
      assertThat(sender.sent()).isLessThan(size / 2);

      server.admin("DELETE", "/api/v1/keys/slow%7Cheader:x-client=large", "");
      RawHttp.Answer answer = raw.answer();
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("got " + size);
    }
  }
}
