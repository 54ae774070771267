package com.throttlex.server.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.SystemTime;
import com.throttlex.micrometer.DecisionCount;
import com.throttlex.server.RawHttp;
import com.throttlex.tck.Await;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The streams of live numbers: what they cost, and when they end. Events come every 20 ms. */
class LiveFeedTest {
  private static final int PERIOD_MILLIS = 20;
  private static final int LARGE = 100_000;

  private final Source source = new Source();
  private final LiveFeed feed = new LiveFeed(source, new SystemTime(), PERIOD_MILLIS);
  private final Set<String> expired = ConcurrentHashMap.newKeySet();
  private final Vertx vertx = Vertx.vertx();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private HttpServer server;

  /** A source that counts how often it is asked. */
  private static final class Source implements LiveSource {
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger detailed = new AtomicInteger();
    private volatile Map<String, DecisionCount> rules = Map.of();
    private volatile String detail = "";
    private volatile boolean showsCalls;

    @Override
    public LiveTraffic traffic() {
      int calls = asked.incrementAndGet();
      return new LiveTraffic(
          showsCalls ? Map.of("calls", new DecisionCount(calls, 0, 0, 0)) : rules, 0, 0);
    }

    @Override
    public JsonObject details() {
      detailed.incrementAndGet();
      return new JsonObject().put("detail", detail);
    }
  }

  @BeforeEach
  void listen() {
    server = vertx.createHttpServer().requestHandler(this::open).listen(0, "127.0.0.1").await();
  }

  @AfterEach
  void close() {
    feed.close();
    vertx.close().await();
  }

  /** Opens a stream for the administrator in the path. */
  private void open(HttpServerRequest request) {
    String admin = request.path().substring(1);
    LiveFeed.Refusal refused =
        feed.open(
            request, vertx.getOrCreateContext(), admin, () -> !expired.contains(request.path()));
    if (refused != null) {
      request.response().setStatusCode(refused == LiveFeed.Refusal.FULL ? 503 : 429).end();
    }
  }

  private LiveWatcher watch(String admin) {
    URI uri = URI.create("http://127.0.0.1:" + server.actualPort() + "/" + admin);
    return new LiveWatcher(client, HttpRequest.newBuilder(uri).build());
  }

  private RawHttp raw(String admin) throws IOException {
    return new RawHttp(server.actualPort()).send("GET /" + admin + " HTTP/1.1\r\nHost: x\r\n\r\n");
  }

  private void awaitStreams(int expected) {
    Await.until(() -> feed.streams() + " streams", () -> feed.streams() == expected);
  }

  private static boolean hasSecond(JsonObject event) {
    return event.containsKey("second");
  }

  @Test
  void stream_beginsWithTheHistory_andCountsChangesByRule() {
    source.rules = Map.of("old", new DecisionCount(5, 0, 0, 0));
    try (LiveWatcher first = watch("ada")) {
      JsonObject totals = first.await("live", event -> true).getJsonObject("totals");
      assertThat(totals.getLong("allowed")).isEqualTo(5);
      assertThat(first.events().get(0).name()).isEqualTo("history");
      first.await("live", LiveFeedTest::hasSecond);
      source.rules =
          Map.of(
              "old", new DecisionCount(5, 0, 0, 0),
              "new", new DecisionCount(4, 3, 2, 1));
      JsonObject second =
          first.await(
              "live", e -> hasSecond(e) && e.getJsonObject("second").getLong("denied") == 3);
      assertThat(second.getJsonArray("rules"))
          .containsExactly(
              new JsonObject()
                  .put("rule", "new")
                  .put("allowed", 4L)
                  .put("denied", 3L)
                  .put("delayed", 1L)
                  .put("shadowDenied", 2L));
      assertThat(second.getJsonObject("totals").getLong("allowed")).isEqualTo(9);
      try (LiveWatcher later = watch("ada")) {
        JsonObject history = later.await("history", event -> true);
        assertThat(history.getJsonArray("seconds")).isNotEmpty();
      }
    }
  }

  @Test
  void events_areMadeOnceForAllStreams() {
    List<LiveWatcher> watchers = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      watchers.add(watch("admin-" + i));
    }
    awaitStreams(20);
    watchers.get(19).await("live", LiveFeedTest::hasSecond);
    source.showsCalls = true;
    watchers.forEach(watcher -> Await.until("twenty events", () -> calls(watcher).size() >= 20));
    List<Integer> calls = calls(watchers.get(0));
    assertThat(calls)
        .as("each call of the source makes one event")
        .isEqualTo(IntStream.range(calls.get(0), calls.get(0) + 20).boxed().toList());
    watchers.forEach(LiveWatcher::close);
  }

  /** Returns the number of calls of the source in each second, of the first twenty. */
  private static List<Integer> calls(LiveWatcher watcher) {
    return watcher.events().stream()
        .map(LiveWatcher.Event::data)
        .filter(LiveFeedTest::hasSecond)
        .map(data -> data.getJsonObject("totals").getInteger("allowed"))
        .filter(calls -> calls > 0)
        .limit(20)
        .toList();
  }

  @Test
  void feed_withoutStreams_doesNothingAndBeginsAgain() {
    try (LiveWatcher watcher = watch("ada")) {
      watcher.await("live", event -> event.containsKey("detail"));
    }
    awaitStreams(0);
    Await.until("an idle feed", () -> !feed.isRunning());
    int asked = source.asked.get();
    int detailed = source.detailed.get();
    source.rules = Map.of("while-idle", new DecisionCount(7, 0, 0, 0));
    try (LiveWatcher again = watch("ada")) {
      JsonObject second = again.await("live", LiveFeedTest::hasSecond);
      assertThat(second.getJsonArray("rules")).as("decided before the second").isEmpty();
      assertThat(second.getJsonObject("totals").getLong("allowed")).isEqualTo(7);
      again.await("live", event -> event.containsKey("detail"));
    }
    assertThat(source.asked.get()).isGreaterThan(asked);
    assertThat(source.detailed.get()).isEqualTo(detailed + 1);
  }

  @Test
  void streams_areBoundedForOneAdministratorAndInAll() throws IOException {
    List<RawHttp> open = new ArrayList<>();
    for (String admin : new String[] {"ada", "bob"}) {
      for (int i = 0; i < LiveFeed.MOST_OF_ONE; i++) {
        open.add(raw(admin));
      }
      awaitStreams(open.size());
      try (RawHttp further = raw("ada")) {
        assertThat(further.answer().status()).isEqualTo(admin.equals("ada") ? 429 : 503);
      }
    }
    assertThat(open).hasSize(LiveFeed.MOST_STREAMS);
    try (RawHttp further = raw("cy")) {
      assertThat(further.answer().status()).isEqualTo(503);
    }
    open.get(0).close();
    awaitStreams(LiveFeed.MOST_STREAMS - 1);
    try (LiveWatcher further = watch("cy")) {
      further.await("live", event -> true);
    }
    for (RawHttp one : open) {
      one.close();
    }
  }

  @Test
  void client_thatDoesNotRead_isDisconnectedAndDelaysNoOther() throws IOException {
    try (RawHttp slow = raw("slow");
        LiveWatcher reader = watch("reader")) {
      awaitStreams(2);
      // Not before: the slow client would be gone before the other one has come.
      source.detail = "x".repeat(LARGE);
      reader.await("live", LiveFeedTest::hasSecond);
      awaitStreams(1);
      int before = reader.events().size();
      Await.until("further events", () -> reader.events().size() > before + 2);
      while (slow.in().read() >= 0) {
        // what was on its way
      }
    } catch (SocketException reset) {
      assertThat(reset).hasMessageContaining("reset");
    }
  }

  @Test
  void stream_whoseCredentialExpires_ends() {
    try (LiveWatcher expiring = watch("ada");
        LiveWatcher other = watch("bob")) {
      expiring.await("live", LiveFeedTest::hasSecond);
      other.await("live", LiveFeedTest::hasSecond);
      expired.add("/ada");
      expiring.awaitEnd();
      assertThat(feed.streams()).isEqualTo(1);
      int before = other.events().size();
      Await.until("further events", () -> other.events().size() > before);
    }
  }

  @Test
  void close_endsAllStreams() {
    try (LiveWatcher watcher = watch("ada")) {
      watcher.await("live", event -> true);
      feed.close();
      watcher.awaitEnd();
    }
    try (LiveWatcher late = watch("ada")) {
      late.awaitEnd();
      assertThat(late.events()).isEmpty();
    }
  }
}
