package com.throttlex.examples.layers;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Customers who arrive whether or not the shop keeps up; an answer after a second is useless.
 *
 * <p>Of a hundred, 2 are high, 48 normal and 50 low.
 */
final class Crowd {
  private static final long PATIENCE_MILLIS = 1000;
  private static final int TICK_MILLIS = 5;

  /** The results of the customers of a class. */
  static final class Tally {
    int came;
    int served;
    int shed;

    double servedPart() {
      return came == 0 ? 0 : served / (double) came;
    }

    @Override
    public String toString() {
      int gone = came - served - shed;
      return String.format(
          "%5d arrived  %5d served (%5.1f %%)  %5d shed  %5d gave up",
          came, served, 100 * servedPart(), shed, gone);
    }
  }

  private final Vertx vertx;
  private final HttpClient http;
  private final int port;
  private final SplittableRandom dice = new SplittableRandom(42);
  private final Map<String, Tally> tallies = new TreeMap<>();

  Crowd(Vertx vertx, HttpClient http, int port) {
    this.vertx = vertx;
    this.http = http;
    this.port = port;
  }

  /** Lets that many customers arrive per second, for that long; completes after the last. */
  Future<Void> come(int perSecond, long millis) {
    Promise<Void> done = Promise.promise();
    long began = System.nanoTime();
    double[] sent = {0};
    vertx.setPeriodic(
        TICK_MILLIS,
        timer -> {
          double elapsed = Math.min((double) millis, (System.nanoTime() - began) / 1e6);
          while (sent[0] < elapsed * perSecond / 1000) {
            sent[0] += -Math.log(1 - dice.nextDouble());
            one();
          }
          if (elapsed >= millis) {
            vertx.cancelTimer(timer);
            vertx.setTimer(PATIENCE_MILLIS + 200, last -> done.complete());
          }
        });
    return done.future();
  }

  private void one() {
    int roll = dice.nextInt(100);
    String priority = roll < 2 ? "high" : roll < 50 ? "normal" : "low";
    tally(priority).came++;
    long began = System.nanoTime();
    var unused =
        http.request(HttpMethod.GET, port, "127.0.0.1", "/orders")
            .compose(request -> request.putHeader("X-Priority", priority).send())
            .onSuccess(response -> answered(priority, response.statusCode(), began));
  }

  private void answered(String priority, int status, long began) {
    if (status == 200 && System.nanoTime() - began < PATIENCE_MILLIS * 1_000_000) {
      tally(priority).served++;
    } else if (status == 503) {
      tally(priority).shed++;
    }
  }

  synchronized Tally tally(String priority) {
    return tallies.computeIfAbsent(priority, made -> new Tally());
  }

  /** Returns the number of customers served. */
  synchronized int served() {
    return tallies.values().stream().mapToInt(tally -> tally.served).sum();
  }

  /** Resets the counts. */
  synchronized void forget() {
    tallies.clear();
  }

  @Override
  public synchronized String toString() {
    StringBuilder lines = new StringBuilder();
    tallies.forEach(
        (priority, tally) -> lines.append(String.format("  %-7s%s%n", priority, tally)));
    return lines.toString();
  }
}
