package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.MemoryFlood.Kind;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Floods of every table in a small heap: the service stays as quick as it was, and other clients
 * are served.
 *
 * <p>How quick it is, is measured in processor time, of which the garbage collector takes its part.
 * It is held against that of a service with much memory and empty tables, which gets the same
 * requests in turns: what else the machine does slows both down alike.
 */
class MemoryFloodTest {
  /** The collector that the JVM chooses for a container of less than 2 GB. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /** Logs first, because they need keys; keys last, because all others create some. */
  private static final List<Kind> ORDER =
      List.of(Kind.LOGS, Kind.RESERVATIONS, Kind.REPLAYS, Kind.KEYS);

  private static final int WARM_UP = 2_000;
  private static final int CHUNK = 10_000;
  private static final int MOST_CHUNKS = 100;
  private static final int TURNS = 12;
  private static final int REQUESTS_A_TURN = 256;

  @TempDir Path folder;

  /** A service, and the flood of requests to it. */
  private record Flooded(ServiceProcess service, MemoryFlood flood, Path folder)
      implements AutoCloseable {
    static Flooded start(Path folder, String heap) throws IOException {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve("rules.yml"), MemoryFlood.RULES);
      ServiceProcess service = ServiceProcess.start(folder, heap, COLLECTOR);
      return new Flooded(service, new MemoryFlood(service.port()), folder);
    }

    /** Which part of its budget a table takes. */
    double used(Kind kind) {
      JsonObject memory = service.health().getJsonObject("components").getJsonObject("memory");
      JsonObject table = memory.getJsonObject(kind.table());
      return table.getDouble("bytes") / table.getDouble("budget");
    }

    /** Sends requests until the table takes no more. */
    void fill(Kind kind) throws Exception {
      double used = used(kind);
      for (int i = 0; i < MOST_CHUNKS; i++) {
        flood.fill(kind, CHUNK);
        double now = used(kind);
        if (now > 0.6 && now <= used) {
          return;
        }
        used = now;
      }
      throw new AssertionError(kind + ": takes ever more memory (expected: up to its budget)");
    }

    void isWell() throws IOException {
      assertThat(service.isAlive()).isTrue();
      assertThat(Files.readString(folder.resolve("errors.txt"))).doesNotContain("OutOfMemory");
    }

    @Override
    public void close() {
      flood.close();
      service.close();
    }
  }

  @Test
  void service_whenEveryTableIsFull_isAsQuickAsAtTheStartAndServesOthers() throws Exception {
    try (Flooded full = Flooded.start(folder.resolve("full"), "-Xmx80m");
        Flooded empty = Flooded.start(folder.resolve("empty"), "-Xmx1g")) {
      Neighbour neighbour = new Neighbour(full.service.port());
      neighbour.begin();
      for (Kind kind : ORDER) {
        full.flood.send(kind, WARM_UP);
        empty.flood.send(kind, WARM_UP);
        full.fill(kind);
      }
      Duration fullBefore = full.service.cpu();
      Duration emptyBefore = empty.service.cpu();
      for (int i = 0; i < TURNS; i++) {
        for (Kind kind : ORDER) {
          full.flood.send(kind, REQUESTS_A_TURN);
          empty.flood.send(kind, REQUESTS_A_TURN);
        }
      }
      Duration ofFull = full.service.cpu().minus(fullBefore);
      Duration ofEmpty = empty.service.cpu().minus(emptyBefore);
      System.out.println("memory flood: " + ofFull + " with full tables, " + ofEmpty + " without");
      assertThat(ofFull).isLessThanOrEqualTo(ofEmpty.multipliedBy(5).dividedBy(4));
      neighbour.isServed();
      for (Kind kind : ORDER) {
        assertThat(full.used(kind)).as(kind.table()).isLessThanOrEqualTo(1.01);
      }
      full.isWell();
    }
  }

  /** A client that does nothing odd. */
  private record Neighbour(int port) {
    /** Uses up a limit. */
    void begin() throws Exception {
      assertThat(check("{\"user\":\"ada\",\"endpoint\":\"/plain\",\"cost\":1000000000}").status())
          .isEqualTo(200);
    }

    /**
     * Drained counters are still drained, reservations can be settled, and stored answers are
     * repeated.
     */
    void isServed() throws Exception {
      assertThat(check("{\"user\":\"ada\",\"endpoint\":\"/plain\"}").status()).isEqualTo(429);
      RawHttp.Answer reserved =
          check("{\"user\":\"bob\",\"endpoint\":\"/plain\",\"reserve\":true}");
      assertThat(reserved.status()).isEqualTo(200);
      String name = new JsonObject(reserved.body()).getString("reservation");
      assertThat(post("/api/v1/settle", "{\"reservation\":\"" + name + "\",\"cost\":0}").status())
          .isEqualTo(200);
      String once = "{\"user\":\"bob\",\"endpoint\":\"/plain\",\"idempotencyKey\":\"bobs\"}";
      assertThat(check(once).body()).isEqualTo(check(once).body());
    }

    private RawHttp.Answer check(String body) throws Exception {
      return post("/api/v1/check", body);
    }

    private RawHttp.Answer post(String path, String body) throws Exception {
      try (RawHttp connection = new RawHttp(port)) {
        return connection.post(path, body).answer();
      }
    }
  }

  /** A container of 1 GB, each table separately, for minutes. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("long")
  void service_floodedForMinutes_staysAsQuick(Kind kind) throws Exception {
    Duration length = Duration.ofSeconds(Long.getLong("throttlex.flood.seconds", 300));
    try (Flooded flooded = Flooded.start(folder.resolve("flooded"), "-Xmx256m");
        Flooded quiet = Flooded.start(folder.resolve("quiet"), "-Xmx2g")) {
      flooded.flood.send(kind, 10 * WARM_UP);
      quiet.flood.send(kind, 10 * WARM_UP);
      double ofFlooded = 0;
      double ofQuiet = 0;
      long start = System.nanoTime();
      for (long at = 0; at < length.toNanos(); at = System.nanoTime() - start) {
        Pace pace = Pace.of(flooded, kind, 50_000);
        Pace other = Pace.of(quiet, kind, 10_000);
        System.out.printf(
            "%s after %3d s: %s; the quiet one %s; %s%n",
            kind, at / 1_000_000_000, pace, other, memory(flooded));
        if (2 * at > length.toNanos()) {
          ofFlooded += pace.micros;
          ofQuiet += other.micros;
        }
      }
      assertThat(ofFlooded).isLessThanOrEqualTo(ofQuiet * 1.25);
      flooded.isWell();
    }
  }

  /** Requests a second, and microseconds of processor time for a request. */
  private record Pace(double rate, double micros) {
    static Pace of(Flooded to, Kind kind, int requests) throws Exception {
      long start = System.nanoTime();
      Duration cpu = to.service.cpu();
      to.flood.send(kind, requests);
      double seconds = (System.nanoTime() - start) / 1e9;
      double micros = to.service.cpu().minus(cpu).toNanos() / 1e3;
      return new Pace(requests / seconds, micros / requests);
    }

    @Override
    public String toString() {
      return "%,.0f a second, %.1f µs each".formatted(rate, micros);
    }
  }

  private static String memory(Flooded flooded) {
    StringBuilder text = new StringBuilder();
    for (Kind kind : Kind.values()) {
      text.append(" %s %.0f %%".formatted(kind.table(), 100 * flooded.used(kind)));
    }
    return text.toString().strip();
  }
}
