package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.throttlex.server.RawHttp;
import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.proxy.JdkUpstream.Seen;
import com.throttlex.tck.Await;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored requests through the real service: storing, sending, answers, cancelling, bounds. */
// Over 300 lines: all tests share one started service and its arrivals.
class StoredRequestTest {
  private static final long PACE_MILLIS = 150;
  private static final String RULES =
      """
      version: 1
      default-rule: none
      rules:
        - {id: slow, match: {endpoint: /slow/**}, key: [api-key], limits: 1/150ms, on-exceed: queue}
        - {id: never, match: {endpoint: /hour/**}, key: [api-key], limits: 1/1h, on-exceed: queue}
        - {id: shared, match: {endpoint: /shared/**}, key: [api-key], limits: 1/100ms, on-exceed: queue}
        - {id: lanes, match: {endpoint: /shared/**}, key: [endpoint], limits: 1000/1s, on-exceed: queue}
        - {id: plain, match: {endpoint: /plain}, key: [api-key], limits: 1/1h}
      """;

  /** A request as the application got it. */
  private record Arrival(long nanos, Seen seen, String body) {}

  @TempDir static Path folder;
  private static final Map<String, List<Arrival>> ARRIVALS = new ConcurrentHashMap<>();
  private static final AtomicInteger FAILURES = new AtomicInteger();
  private static JdkUpstream upstream;
  private static RunningServer server;

  @BeforeAll
  static void start() throws IOException {
    upstream = JdkUpstream.start(StoredRequestTest::handle);
    server =
        RunningServer.startProxy(
            folder,
            RULES,
            """
                - {id: short, match: {path: /hour/short}, upstreams: [%1$s], timeout: 1s}
                - {id: app, upstreams: [%1$s], max-body: 2MB}
            """
                .formatted(upstream.url()));
  }

  @AfterAll
  static void stop() {
    server.close();
    upstream.close();
  }

  private static void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String key = exchange.getRequestHeaders().getFirst("X-API-Key");
    Seen seen =
        new Seen(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Map.copyOf(exchange.getRequestHeaders()));
    ARRIVALS
        .computeIfAbsent(key, unused -> new CopyOnWriteArrayList<>())
        .add(new Arrival(System.nanoTime(), seen, body));
    boolean stored = seen.header("Idempotency-key") != null;
    if (stored && body.equals("fails once") && FAILURES.getAndIncrement() == 0) {
      JdkUpstream.answer(exchange, 503, "busy");
    } else if (stored && body.equals("large")) {
      JdkUpstream.answer(exchange, 200, "x".repeat((1 << 20) + 1));
    } else {
      exchange.getResponseHeaders().set("X-App", "app");
      JdkUpstream.answer(exchange, 201, "done " + body);
    }
  }

  /** Returns the requests of a key that were stored before they arrived. */
  private static List<Arrival> sent(String key) {
    return ARRIVALS.getOrDefault(key, List.of()).stream()
        .filter(arrival -> arrival.seen.header("Idempotency-key") != null)
        .toList();
  }

  private static Reply post(String path, String key, BodyPublisher body, String... headers) {
    return server.send(
        RunningServer.request(server.proxyPort(), path, headers)
            .header("X-API-Key", key)
            .POST(body));
  }

  private static Reply async(String path, String key, String body) {
    return post(path, key, BodyPublishers.ofString(body), "Prefer", "respond-async, wait=5");
  }

  private static Reply get(String location) {
    return server.send(RunningServer.request(server.proxyPort(), location));
  }

  private static Reply delete(String location) {
    return server.send(RunningServer.request(server.proxyPort(), location).DELETE());
  }

  /** Sends a request until it does not fit at once and is stored; returns its location. */
  private static String stored(String path, String key, String body) {
    return stored(() -> async(path, key, body)).header("Location");
  }

  private static Reply stored(Supplier<Reply> sending) {
    Reply reply = sending.get();
    while (reply.status() == 201) {
      reply = sending.get();
    }
    assertThat(reply.status()).as(reply.body()).isEqualTo(202);
    return reply;
  }

  private static String ticket(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  private static Reply answered(String location) {
    return Await.answer(
        "the answer at " + location,
        () ->
            Optional.of(get(location))
                .filter(reply -> "answered".equals(reply.header("X-ThrottleX-State"))));
  }

  @Test
  void request_thatFitsAtOnce_isForwardedAndAnsweredAsUsual() {
    Reply reply = async("/slow/a", "fits", "one");

    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.body()).isEqualTo("done one");
    assertThat(reply.header("Preference-Applied")).isNull();
  }

  @Test
  void deniedRequests_areStored_andSentInOrderAtThePaceOfTheRule() {
    long start = System.nanoTime();
    async("/slow/first", "paced", "0");
    List<String> locations = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      String number = Integer.toString(i);
      Reply reply = stored(() -> async("/slow/x/../" + number + "?q=" + number, "paced", number));
      assertThat(reply.header("Preference-Applied")).isEqualTo("respond-async");
      assertThat(reply.header("Location")).matches("/throttlex/requests/[0-9a-f]{48}");
      assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("1");
      assertThat(reply.header("Retry-After")).isNull();
      assertThat(reply.json().getString("state")).isEqualTo("waiting");
      assertThat(reply.json().getString("ticket")).isEqualTo(ticket(reply.header("Location")));
      locations.add(reply.header("Location"));
    }
    for (int i = 1; i <= 6; i++) {
      Reply answer = answered(locations.get(i - 1));
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.body()).isEqualTo("done " + i);
      assertThat(answer.header("X-App")).isEqualTo("app");
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }
    List<Arrival> arrived = sent("paced");
    assertThat(arrived).extracting(Arrival::body).containsExactly("1", "2", "3", "4", "5", "6");
    for (int i = 1; i <= 6; i++) {
      Arrival arrival = arrived.get(i - 1);
      assertThat(arrival.nanos - start).isGreaterThanOrEqualTo(i * PACE_MILLIS * 1_000_000);
      assertThat(arrival.seen.target()).isEqualTo("/slow/" + i + "?q=" + i);
      assertThat(arrival.seen.header("Idempotency-key")).isEqualTo(ticket(locations.get(i - 1)));
      assertThat(arrival.seen.header("Prefer")).isEqualTo("wait=5");
      assertThat(arrival.seen.header("X-forwarded-for")).isEqualTo("127.0.0.1");
      assertThat(arrival.seen.header("Content-length")).isEqualTo("1");
    }
  }

  @Test
  void waitingRequest_ofAnotherKey_holdsNobodyUp() {
    async("/hour/x", "stuck", "0");
    String stuck = stored("/hour/x", "stuck", "1");
    async("/slow/x", "free", "0");
    String free = stored("/slow/x", "free", "1");

    assertThat(answered(free).body()).isEqualTo("done 1");
    assertThat(get(stuck).json().getString("state")).isEqualTo("waiting");
    assertThat(sent("stuck")).isEmpty();
  }

  @Test
  void waitingRequest_whenCancelled_isUnknownAndNeverSent() {
    async("/hour/x", "cancels", "0");
    String location = stored("/hour/x", "cancels", "1");
    Reply waiting = get(location);
    assertThat(waiting.status()).isEqualTo(200);
    assertThat(waiting.header("X-ThrottleX-State")).isEqualTo("waiting");
    assertThat(waiting.json().getLong("deadline"))
        .isGreaterThan(System.currentTimeMillis() / 1000 + 3000);

    assertThat(delete(location).status()).isEqualTo(204);

    assertThat(get(location).status()).isEqualTo(404);
    assertThat(delete(location).status()).isEqualTo(404);
    assertThat(sent("cancels")).isEmpty();
  }

  @Test
  void answeredRequest_cannotBeCancelled() {
    async("/slow/x", "late", "0");
    String location = stored("/slow/x", "late", "1");
    answered(location);

    Reply reply = delete(location);

    assertThat(reply.status()).isEqualTo(409);
    assertThat(reply.json().getString("detail"))
        .isEqualTo("state: answered (expected: waiting, to be cancelled)");
    assertThat(get(location).body()).as("still kept").isEqualTo("done 1");
  }

  @Test
  void resource_withAnUnknownTicketOrAnotherMethod_isRefused() {
    async("/hour/x", "guess", "0");
    String location = stored("/hour/x", "guess", "1");
    String other = location.substring(0, location.length() - 8) + "00000000";

    assertThat(get(other).status()).isEqualTo(404);
    assertThat(get("/throttlex/requests/x").status()).isEqualTo(404);
    assertThat(get("/throttlex/requests/" + "0".repeat(48)).status()).isEqualTo(404);
    Reply posted = post(location, "guess", BodyPublishers.ofString("x"));
    assertThat(posted.status()).isEqualTo(405);
    assertThat(posted.header("Allow")).isEqualTo("GET, DELETE");
  }

  @Test
  void resource_inAnySpellingOfItsPath_isNotForwarded() throws IOException {
    async("/hour/x", "spelled", "0");
    String location = stored("/hour/x", "spelled", "1");
    int before = upstream.seen().size();
    for (String path :
        List.of(
            "/" + location,
            "/x/.." + location,
            location.replace("/throttlex", "/%74hrottlex"),
            location.replace("/throttlex", "/THROTTLEX;a=b"),
            location + ";a=b?c=d")) {
      try (RawHttp client = new RawHttp(server.proxyPort())) {
        client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n");
        assertThat(client.answer().headers())
            .as(path)
            .containsEntry("x-throttlex-state", "waiting");
      }
    }
    assertThat(get("/throttlex/requests/").status()).isEqualTo(404);
    assertThat(upstream.seen()).hasSize(before);
  }

  @Test
  void failureOfTheUpstream_isRetriedWithTheSameIdempotencyKey() {
    async("/slow/x", "retried", "0");
    String location = stored("/slow/x", "retried", "fails once");
    String next = stored("/slow/x", "retried", "next");

    assertThat(answered(location).body()).isEqualTo("done fails once");
    assertThat(answered(next).body()).isEqualTo("done next");
    assertThat(sent("retried"))
        .extracting(Arrival::body)
        .containsExactly("fails once", "fails once", "next");
    assertThat(sent("retried").subList(0, 2))
        .extracting(arrival -> arrival.seen.header("Idempotency-key"))
        .containsOnly(ticket(location));
  }

  @Test
  void body_ofAChunkedRequest_isStoredUpToTheLimitOfTheRoute() {
    async("/hour/x", "chunked", "0");
    byte[] fits = new byte[2 << 20];
    Arrays.fill(fits, (byte) 'b');
    byte[] large = new byte[(2 << 20) + 1];
    String[] prefer = {"Prefer", "respond-async"};

    Reply stored = stored(() -> post("/slow/x", "chunked", stream(fits), prefer));
    Reply refused = post("/hour/x", "chunked", stream(large), prefer);

    assertThat(refused.status()).isEqualTo(413);
    Reply answer =
        Await.answer(
            "the answer",
            () ->
                Optional.of(get(stored.header("Location")))
                    .filter(r -> "answered".equals(r.header("X-ThrottleX-State"))));
    assertThat(answer.json().getInteger("status")).isEqualTo(201);
    assertThat(sent("chunked").get(0).body()).hasSize(2 << 20);
  }

  private static BodyPublisher stream(byte[] body) {
    return BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body));
  }

  @Test
  void body_thatStops_is408AndTheConnectionEnds() throws IOException {
    async("/hour/short", "stops", "0");
    String head =
        "POST /hour/short HTTP/1.1\r\nHost: x\r\nX-API-Key: stops\r\nPrefer: respond-async\r\n";
    try (RawHttp client = new RawHttp(server.proxyPort())) {
      RawHttp.Answer answer = client.send(head + "Content-Length: 100\r\n\r\nabc").answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(client.isClosed()).isTrue();
    }
    assertThat(async("/hour/short", "stops", "1").status()).isEqualTo(202);
  }

  @Test
  void requestsThatWait_whenCheckedAgain_areNoFurtherDenials() {
    async("/shared/0", "shared", "0");
    List<String> locations = new ArrayList<>();
    for (int lane = 1; lane <= 8; lane++) {
      locations.add(stored("/shared/" + lane, "shared", "x"));
    }
    locations.forEach(StoredRequestTest::answered);

    assertThat(denials("shared")).isLessThanOrEqualTo(8);
    assertThat(sent("shared")).hasSize(8);
  }

  /** Returns how many denials of a rule were reported. */
  private static double denials(String rule) {
    return server
        .send(RunningServer.request(server.adminPort(), "/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith("throttlex_blocked_total{"))
        .filter(line -> line.contains("rule=\"" + rule + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  @Test
  void answer_tooLargeToBeKept_isDescribed() {
    async("/slow/x", "large", "0");
    String location = stored("/slow/x", "large", "large");

    Reply reply = answered(location);

    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.json().getString("state")).isEqualTo("answered");
    assertThat(reply.json().getInteger("status")).isEqualTo(200);
    assertThat(reply.json().getLong("bodyBytes")).isEqualTo((1 << 20) + 1);
  }

  @Test
  void request_deniedByARuleThatDoesNotQueue_isDenied() {
    assertThat(async("/plain", "rejected", "0").status()).isEqualTo(201);

    Reply denied = async("/plain", "rejected", "1");

    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("Location")).isNull();
  }

  @Test
  void keyWithManyRequests_whenItsLaneIsFull_isRefusedAndOthersAreNot() {
    async("/hour/full", "full", "0");
    for (int i = 0; i < 1_000; i++) {
      assertThat(async("/hour/full", "full", "x").status()).isEqualTo(202);
    }

    Reply refused = async("/hour/full", "full", "x");

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("Retry-After")).isNotNull();
    assertThat(refused.json().getString("detail")).startsWith("stored requests: full");
    async("/hour/full", "not full", "0");
    assertThat(async("/hour/full", "not full", "x").status()).isEqualTo(202);
  }
}
