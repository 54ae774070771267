package com.throttlex.server.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.RunningServer;
import com.throttlex.tck.servers.RedisServer;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Good clients beside hostile clients, over all protocols: a good client gets its own answers only.
 *
 * <p>Hostile clients open one connection after the other, so they share event loops with good ones.
 */
class HostileNeighboursTest {
  private static final int GOOD = 6;
  private static final int HOSTILE = 2;
  private static final long SEED = 14;

  /** A busy machine needs longer for so many rounds of each kind. */
  private static final int LEAST_ROUNDS = 21;

  private static final Duration MOST_TIME = Duration.ofMinutes(5);

  @TempDir Path folder;

  @Test
  void goodClients_besideHostileOnes_hearTheirOwnAnswers() throws Exception {
    run(Duration.ofSeconds(20));
  }

  @Test
  @Tag("long")
  void goodClients_besideHostileOnesForTenMinutes_hearTheirOwnAnswers() throws Exception {
    run(Duration.ofMinutes(10));
  }

  private void run(Duration time) throws Exception {
    try (RedisServer redis = RedisServer.start();
        RunningServer server =
            RunningServer.start(folder, Users.RULES, "store: " + redis.url() + "\n")) {
      long start = System.nanoTime();
      Map<String, LongAdder> done = new LinkedHashMap<>();
      kinds(server).keySet().forEach(name -> done.put(name, new LongAdder()));
      run(server, done, () -> goesOn(done, Duration.ofNanos(System.nanoTime() - start), time));
      System.out.println("neighbours, rounds of each kind in at least " + time + ": " + done);
      assertThat(done.values())
          .allSatisfy(rounds -> assertThat(rounds.sum()).isGreaterThanOrEqualTo(LEAST_ROUNDS));
    }
  }

  /** Returns whether the time is not over, or a kind has too few rounds. */
  private static boolean goesOn(Map<String, LongAdder> done, Duration passed, Duration time) {
    boolean few = done.values().stream().anyMatch(rounds -> rounds.sum() < LEAST_ROUNDS);
    return passed.compareTo(few ? time.plus(MOST_TIME) : time) < 0;
  }

  private static void run(
      RunningServer server, Map<String, LongAdder> done, BooleanSupplier goesOn) {
    ExecutorService threads = Executors.newCachedThreadPool();
    List<CompletableFuture<Void>> running = new ArrayList<>();
    SplittableRandom random = new SplittableRandom(SEED);
    kinds(server)
        .forEach(
            (name, opening) -> {
              int count = name.startsWith("good") ? GOOD : HOSTILE;
              for (int i = 0; i < count; i++) {
                SplittableRandom own = random.split();
                running.add(
                    CompletableFuture.runAsync(
                        () -> run(name, opening, own, done.get(name), goesOn), threads));
              }
            });
    try {
      running.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Map<String, Neighbour.Opening> kinds(RunningServer server) {
    Map<String, Neighbour.Opening> kinds = new LinkedHashMap<>();
    kinds.put("good RESP", random -> new GoodResp(server.respPort(), random));
    kinds.put(
        "good HTTP/1.1",
        random -> new GoodHttp(HttpClient.Version.HTTP_1_1, server.port(), random));
    kinds.put(
        "good HTTP/2", random -> new GoodHttp(HttpClient.Version.HTTP_2, server.port(), random));
    kinds.put("good gRPC", random -> new GoodGrpc(server.port(), random));
    kinds.put("hostile RESP", Hostile.resp(server.respPort()));
    kinds.put("hostile HTTP/1.1", Hostile.http1(server.port()));
    kinds.put("hostile HTTP/2", Hostile.http2(server.port()));
    kinds.put("hostile gRPC", Hostile.grpc(server.port()));
    return kinds;
  }

  private static void run(
      String name,
      Neighbour.Opening opening,
      SplittableRandom random,
      LongAdder rounds,
      BooleanSupplier goesOn) {
    try (Neighbour neighbour = opening.open(random)) {
      while (goesOn.getAsBoolean()) {
        neighbour.next();
        rounds.increment();
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError(name + ", seed " + SEED + ", after " + rounds + " rounds", e);
    }
  }
}
