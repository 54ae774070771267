package com.throttlex.tck;

import com.throttlex.queue.DeadLetter;
import com.throttlex.queue.StoredDelivery;
import com.throttlex.queue.StoredLimits;
import com.throttlex.queue.StoredRequest;
import com.throttlex.queue.StoredRequests;
import com.throttlex.queue.StoredState;
import com.throttlex.queue.StoredState.Stage;
import com.throttlex.test.ManualClock;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A store of requests, its clock, and shortcuts for the parts of the contract. */
interface StoredFixture {
  /** Ten requests, 2,000 bytes, four requests and 1,000 bytes in a lane, three attempts. */
  StoredLimits LIMITS =
      new StoredLimits(10, 2_000, 4, 1_000, Duration.ofMinutes(30), 3, 4, Duration.ofMinutes(5));

  Duration VISIBILITY = Duration.ofSeconds(10);
  Charset UTF = StandardCharsets.UTF_8;
  String A = lane("a");
  String B = lane("b");

  /** Returns an empty store, which is closed after the test. */
  StoredRequests open(StoredLimits limits);

  /** Returns the clock of the store. */
  ManualClock clock();

  /** Returns the dead letters of the service. */
  List<DeadLetter> letters();

  static <T> T get(CompletionStage<T> stage) {
    return QueueFixture.get(stage);
  }

  /** Returns the name of a lane. */
  static String lane(String name) {
    return HexFormat.of().formatHex(name.getBytes(StandardCharsets.UTF_8));
  }

  static boolean store(StoredRequests store, String lane, String ticket) {
    return get(store.store(request(lane, ticket, ticket), Duration.ZERO));
  }

  static StoredRequest request(String lane, String ticket, String content) {
    return new StoredRequest("s", ticket, lane, "about " + ticket, content.getBytes(UTF));
  }

  static List<StoredDelivery> take(StoredRequests store, String consumer) {
    return get(store.take("s", consumer, 10, VISIBILITY)).deliveries();
  }

  static List<String> tickets(StoredRequests store, String consumer) {
    return take(store, consumer).stream().map(StoredDelivery::ticket).toList();
  }

  static boolean finish(StoredRequests store, String ticket, String consumer) {
    return finish(store, ticket, consumer, "answer to " + ticket);
  }

  static boolean finish(StoredRequests store, String ticket, String consumer, String answer) {
    return get(store.finish("s", ticket, consumer, answer.getBytes(UTF), "brief".getBytes(UTF)));
  }

  static String answer(StoredRequests store, String ticket) {
    return new String(get(store.find("s", ticket)).orElseThrow().answer(), UTF);
  }

  static Optional<Stage> stage(StoredRequests store, String ticket) {
    return get(store.find("s", ticket)).map(StoredState::stage);
  }
}
