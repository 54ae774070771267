package com.throttlex.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Compares the sliding window counter with the exact log on a trace of 100,000 clients.
 *
 * <p>Clients follow Zipf's law with exponent ½ and arrive at random (Poisson). The busiest is at 90
 * % of the limit, so it exceeds the limit now and then by chance; most are far below. A decision is
 * wrong if the exact log with the same admitted requests would decide otherwise. For a client that
 * stays above its limit all the time the two differ far more often.
 */
class SlidingCounterAccuracyTest {
  private static final int CLIENTS = 100_000;
  private static final int REQUESTS = 4_000_000;
  private static final int LIMIT = 200;
  private static final double BUSIEST = 0.9 * LIMIT;

  private final SlidingCounter counter =
      (SlidingCounter) Limit.of(Algorithm.SLIDING_WINDOW_COUNTER, Rate.parse(LIMIT + "/1m"));
  private final SlidingLog exact =
      (SlidingLog) Limit.of(Algorithm.SLIDING_WINDOW_LOG, Rate.parse(LIMIT + "/1m"));

  private static final class Client {
    private final RingLog admitted = new RingLog();
    private long word;
    private long previous;
  }

  @Test
  void zipfTrace_againstTheExactLog_atMostOneInTenThousandIsWrong() {
    Client[] clients = Stream.generate(Client::new).limit(CLIENTS).toArray(Client[]::new);
    SplittableRandom random = new SplittableRandom(2026);
    double[] upTo = cumulativeWeights();
    double perMinute = BUSIEST * upTo[CLIENTS - 1];
    long now = 1_800_000_000_000_000_000L;
    int denied = 0;
    int wrong = 0;
    for (int i = 0; i < REQUESTS; i++) {
      now += (long) (-Math.log(1 - random.nextDouble()) * 60e9 / perMinute);
      Client client = clients[client(upTo, random.nextDouble())];
      boolean right = exact.fits(client.admitted, 1, now);
      denied += right ? 0 : 1;
      wrong += right == admit(client, now) ? 0 : 1;
    }
    System.out.printf(
        "sliding counter: %d of %d wrong (%.4f %%), %d denied by the log%n",
        wrong, REQUESTS, 100.0 * wrong / REQUESTS, denied);
    assertThat(denied).isGreaterThan(10);
    assertThat((double) wrong / REQUESTS).isLessThanOrEqualTo(0.0001);
  }

  private boolean admit(Client client, long now) {
    long after = counter.charge(client.word, client.previous, 1, now, 0);
    if (after == Meter.DENIED) {
      return false;
    }
    client.previous = counter.previousAfter(client.word, client.previous, after);
    client.word = after;
    exact.add(client.admitted, 1, now);
    return true;
  }

  private static double[] cumulativeWeights() {
    double[] upTo = new double[CLIENTS];
    double sum = 0;
    for (int k = 0; k < CLIENTS; k++) {
      sum += 1 / Math.sqrt(k + 1);
      upTo[k] = sum;
    }
    return upTo;
  }

  private static int client(double[] upTo, double share) {
    int found = Arrays.binarySearch(upTo, share * upTo[upTo.length - 1]);
    return found < 0 ? -found - 1 : found;
  }
}
