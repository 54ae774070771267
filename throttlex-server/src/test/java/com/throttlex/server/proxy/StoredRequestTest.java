package com.throttlex.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.server.proxy.StoredProxy.Arrival;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Stored requests through the real service: which are stored, their order and pace, retries,
 * bounds.
 */
class StoredRequestTest {
  @TempDir static Path folder;
  private static StoredProxy proxy;

  @BeforeAll
  static void start() throws IOException {
    proxy = StoredProxy.start(folder);
  }

  @AfterAll
  static void stop() {
    proxy.close();
  }

  @Test
  void request_thatFitsAtOnce_isForwardedAndAnsweredAsUsual() {
    Reply reply = proxy.async("/slow/a", "fits", "one");

    assertThat(reply.status()).isEqualTo(201);
    assertThat(reply.body()).isEqualTo("done one");
    assertThat(reply.header("Preference-Applied")).isNull();
  }

  @Test
  void deniedRequests_areStored_andSentInOrderAtThePaceOfTheRule() {
    long start = System.nanoTime();
    proxy.async("/slow/first", "paced", "0");
    List<String> locations = new ArrayList<>();
    for (int i = 1; i <= 6; i++) {
      String number = Integer.toString(i);
      Reply reply =
          proxy.stored(() -> proxy.async("/slow/x/../" + number + "?q=" + number, "paced", number));
      assertThat(reply.header("Preference-Applied")).isEqualTo("respond-async");
      assertThat(reply.header("Location")).matches("/throttlex/requests/[0-9a-f]{48}");
      assertThat(reply.header("X-RateLimit-Limit")).isEqualTo("1");
      assertThat(reply.header("Retry-After")).isNull();
      assertThat(reply.json().getString("state")).isEqualTo("waiting");
      assertThat(reply.json().getString("ticket"))
          .isEqualTo(StoredProxy.ticket(reply.header("Location")));
      locations.add(reply.header("Location"));
    }
    for (int i = 1; i <= 6; i++) {
      Reply answer = proxy.answered(locations.get(i - 1));
      assertThat(answer.status()).isEqualTo(201);
      assertThat(answer.body()).isEqualTo("done " + i);
      assertThat(answer.header("X-App")).isEqualTo("app");
      assertThat(answer.header("Cache-Control")).isEqualTo("no-store");
    }
    List<Arrival> arrived = proxy.sent("paced");
    assertThat(arrived).extracting(Arrival::body).containsExactly("1", "2", "3", "4", "5", "6");
    for (int i = 1; i <= 6; i++) {
      Arrival arrival = arrived.get(i - 1);
      assertThat(arrival.nanos() - start)
          .isGreaterThanOrEqualTo(i * StoredProxy.PACE_MILLIS * 1_000_000);
      assertThat(arrival.seen().target()).isEqualTo("/slow/" + i + "?q=" + i);
      assertThat(arrival.seen().header("Idempotency-key"))
          .isEqualTo(StoredProxy.ticket(locations.get(i - 1)));
      assertThat(arrival.seen().header("Prefer")).isEqualTo("wait=5");
      assertThat(arrival.seen().header("X-forwarded-for")).isEqualTo("127.0.0.1");
      assertThat(arrival.seen().header("Content-length")).isEqualTo("1");
    }
  }

  @Test
  void waitingRequest_ofAnotherKey_holdsNobodyUp() {
    proxy.async("/hour/x", "stuck", "0");
    String stuck = proxy.stored("/hour/x", "stuck", "1");
    proxy.async("/slow/x", "free", "0");
    String free = proxy.stored("/slow/x", "free", "1");

    assertThat(proxy.answered(free).body()).isEqualTo("done 1");
    assertThat(proxy.get(stuck).json().getString("state")).isEqualTo("waiting");
    assertThat(proxy.sent("stuck")).isEmpty();
  }

  @Test
  void failureOfTheUpstream_isRetriedWithTheSameIdempotencyKey() {
    proxy.async("/slow/x", "retried", "0");
    String location = proxy.stored("/slow/x", "retried", "fails once");
    String next = proxy.stored("/slow/x", "retried", "next");

    assertThat(proxy.answered(location).body()).isEqualTo("done fails once");
    assertThat(proxy.answered(next).body()).isEqualTo("done next");
    assertThat(proxy.sent("retried"))
        .extracting(Arrival::body)
        .containsExactly("fails once", "fails once", "next");
    assertThat(proxy.sent("retried").subList(0, 2))
        .extracting(arrival -> arrival.seen().header("Idempotency-key"))
        .containsOnly(StoredProxy.ticket(location));
  }

  @Test
  void requestsThatWait_whenCheckedAgain_areNoFurtherDenials() {
    proxy.async("/shared/0", "shared", "0");
    List<String> locations = new ArrayList<>();
    for (int lane = 1; lane <= 8; lane++) {
      locations.add(proxy.stored("/shared/" + lane, "shared", "x"));
    }
    locations.forEach(proxy::answered);

    assertThat(denials("shared")).isLessThanOrEqualTo(8);
    assertThat(proxy.sent("shared")).hasSize(8);
  }

  @Test
  void request_deniedByARuleThatDoesNotQueue_isDenied() {
    assertThat(proxy.async("/plain", "rejected", "0").status()).isEqualTo(201);

    Reply denied = proxy.async("/plain", "rejected", "1");

    assertThat(denied.status()).isEqualTo(429);
    assertThat(denied.header("Location")).isNull();
  }

  @Test
  void keyWithManyRequests_whenItsLaneIsFull_isRefusedAndOthersAreNot() {
    proxy.async("/hour/full", "full", "0");
    for (int i = 0; i < 1_000; i++) {
      assertThat(proxy.async("/hour/full", "full", "x").status()).isEqualTo(202);
    }

    Reply refused = proxy.async("/hour/full", "full", "x");

    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.header("Retry-After")).isNotNull();
    assertThat(refused.json().getString("detail")).startsWith("stored requests: full");
    proxy.async("/hour/full", "not full", "0");
    assertThat(proxy.async("/hour/full", "not full", "x").status()).isEqualTo(202);
  }

  /** Returns how many denials of a rule were reported. */
  private static double denials(String rule) {
    return proxy
        .server()
        .send(RunningServer.request(proxy.server().adminPort(), "/metrics"))
        .body()
        .lines()
        .filter(line -> line.startsWith("throttlex_blocked_total{"))
        .filter(line -> line.contains("rule=\"" + rule + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }
}
