package com.throttlex.examples.proxy;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Clients that send requests whether or not the application keeps up. A client leaves after a
 * second; an answer after that is useless.
 *
 * <p>Half of the requests come from one greedy client, the others from twenty.
 */
final class Visitors {
  private static final long PATIENCE_MILLIS = 1000;
  private static final int TICK_MILLIS = 5;
  private static final int CLIENTS = 20;

  private final SplittableRandom dice = new SplittableRandom(42);
  private final Vertx vertx;
  private final HttpClient http;
  private final int port;
  private Tally tally = new Tally();

  Visitors(Vertx vertx, int port) {
    this.vertx = vertx;
    this.port = port;
    http =
        vertx.createHttpClient(
            new HttpClientOptions(),
            new PoolOptions().setHttp1MaxSize(5000).setMaxWaitQueueSize(-1));
  }

  /** The results of a time; only the event loop of the visitors counts. */
  static final class Tally {
    private int sent;
    private int served;
    private int others;
    private int denied;
    private double seconds;

    /** Returns the requests that were served in time, as a part of the application's capacity. */
    double goodput() {
      return served / (seconds * SlowApp.CAPACITY);
    }

    /** Returns the part of the served requests that the twenty clients sent. */
    double partOfOthers() {
      return served == 0 ? 0 : others / (double) served;
    }

    int denied() {
      return denied;
    }

    @Override
    public String toString() {
      return String.format(
          "%8.0f %16.0f %10.0f %10.0f %9.0f %% %16.0f %%",
          sent / seconds,
          served / seconds,
          denied / seconds,
          (sent - served - denied) / seconds,
          100 * goodput(),
          100 * partOfOthers());
    }
  }

  /** Sends that many requests a second for that long; completes after the last client has left. */
  Future<Tally> come(int perSecond, long millis) {
    Promise<Tally> done = Promise.promise();
    vertx.runOnContext(
        start -> {
          Tally fresh = new Tally();
          tally = fresh;
          fresh.seconds = millis / 1000.0;
          long began = System.nanoTime();
          vertx.setPeriodic(TICK_MILLIS, timer -> tick(timer, perSecond, millis, began, done));
        });
    return done.future();
  }

  private void tick(long timer, int perSecond, long millis, long began, Promise<Tally> done) {
    double elapsed = Math.min((double) millis, (System.nanoTime() - began) / 1e6);
    while (tally.sent < elapsed * perSecond / 1000) {
      tally.sent++;
      send(dice.nextBoolean() ? "greedy" : "client-" + dice.nextInt(CLIENTS));
    }
    if (elapsed >= millis) {
      vertx.cancelTimer(timer);
      Tally complete = tally;
      vertx.setTimer(PATIENCE_MILLIS + 200, last -> done.complete(complete));
    }
  }

  private void send(String client) {
    Tally counts = tally;
    long began = System.nanoTime();
    var unused =
        http.request(HttpMethod.GET, port, "127.0.0.1", "/page")
            .compose(
                request -> {
                  long leaves = vertx.setTimer(PATIENCE_MILLIS, late -> request.reset());
                  return request
                      .putHeader("X-Client", client)
                      .send()
                      .onComplete(answer -> vertx.cancelTimer(leaves));
                })
            .onSuccess(answer -> count(counts, answer, client, began));
  }

  private static void count(Tally tally, HttpClientResponse answer, String client, long began) {
    boolean inTime = System.nanoTime() - began < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    if (answer.statusCode() == 200 && inTime) {
      tally.served++;
      tally.others += client.equals("greedy") ? 0 : 1;
    } else if (answer.statusCode() == 429 || answer.statusCode() == 503) {
      tally.denied++;
    }
  }
}
