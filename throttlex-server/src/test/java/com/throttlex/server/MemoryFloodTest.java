package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.server.MemoryFlood.Kind;
import io.vertx.core.json.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Floods of every table in a small heap: the service stays as quick as it was, and other clients
 * are served.
 *
 * <p>How quick it is, is measured in requests for a second of processor time, of which the garbage
 * collector takes its part. Other programs on the machine do not change that.
 */
class MemoryFloodTest {
  /** The collector that the JVM chooses for a container of less than 2 GB. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /** Logs first, as they need keys; keys last, as all others make some. */
  private static final List<Kind> ORDER =
      List.of(Kind.LOGS, Kind.QUEUES, Kind.RESERVATIONS, Kind.REPLAYS, Kind.KEYS);

  private static final int WARM_UP = 4_000;
  private static final int MEASURED = 4_000;
  private static final int CHUNK = 10_000;
  private static final int MOST_CHUNKS = 100;

  @TempDir Path folder;

  @BeforeEach
  void writeRules() throws Exception {
    Files.writeString(folder.resolve("rules.yml"), MemoryFlood.RULES);
  }

  @Test
  void service_whenEveryTableIsFull_isAsQuickAsAtTheStartAndServesOthers() throws Exception {
    try (ServiceProcess service = ServiceProcess.start(folder, "-Xmx80m", COLLECTOR);
        MemoryFlood flood = new MemoryFlood(service.port())) {
      Neighbour neighbour = new Neighbour(service.port());
      neighbour.begin();
      measure(service, flood, WARM_UP);
      Duration before = measure(service, flood, MEASURED);
      for (Kind kind : ORDER) {
        fill(service, flood, kind);
      }
      Duration after = measure(service, flood, MEASURED);
      neighbour.isServed();
      System.out.println(
          "memory flood: " + before + " of processor time before, " + after + " after");
      assertThat(after).isLessThanOrEqualTo(before.multipliedBy(5).dividedBy(4));
      for (Kind kind : Kind.values()) {
        assertThat(used(service, kind)).as(kind.table()).isLessThanOrEqualTo(1.01);
      }
      assertThat(Files.readString(folder.resolve("errors.txt"))).doesNotContain("OutOfMemory");
    }
  }

  /** How much processor time it takes to answer so many requests of each kind. */
  private static Duration measure(ServiceProcess service, MemoryFlood flood, int requests)
      throws Exception {
    Duration before = service.cpu();
    for (Kind kind : Kind.values()) {
      flood.send(kind, requests);
    }
    return service.cpu().minus(before);
  }

  /** Sends requests until the table takes no more. */
  private static void fill(ServiceProcess service, MemoryFlood flood, Kind kind) throws Exception {
    double used = used(service, kind);
    for (int i = 0; i < MOST_CHUNKS; i++) {
      flood.fill(kind, CHUNK);
      double now = used(service, kind);
      if (now > 0.6 && now <= used) {
        return;
      }
      used = now;
    }
    throw new AssertionError(kind + ": takes ever more of its memory (expected: up to its budget)");
  }

  /** Which part of its budget a table takes. */
  private static double used(ServiceProcess service, Kind kind) {
    JsonObject memory = service.health().getJsonObject("components").getJsonObject("memory");
    JsonObject table = memory.getJsonObject(kind.table());
    return table.getDouble("bytes") / table.getDouble("budget");
  }

  /** A client that does nothing odd. */
  private record Neighbour(int port) {
    /** Uses up a limit and its own part of a log. */
    void begin() throws Exception {
      assertThat(check("{\"user\":\"ada\",\"endpoint\":\"/plain\",\"cost\":1000000000}").status())
          .isEqualTo(200);
      assertThat(check("{\"user\":\"ada\",\"endpoint\":\"/log\",\"cost\":99999}").status())
          .isEqualTo(200);
    }

    /** What was used up still is, what is reserved can be settled, what is repeated is repeated. */
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

  /** The issue's own case: a container of 1 GB, each table by itself, for minutes. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  @Tag("long")
  void service_floodedForMinutes_staysAsQuick(Kind kind) throws Exception {
    Duration length = Duration.ofSeconds(Long.getLong("throttlex.flood.seconds", 300));
    try (ServiceProcess service = ServiceProcess.start(folder, "-Xmx256m", COLLECTOR);
        MemoryFlood flood = new MemoryFlood(service.port())) {
      flood.send(Kind.KEYS, 10 * WARM_UP);
      flood.send(kind, 10 * WARM_UP);
      List<Double> paces = new ArrayList<>();
      long start = System.nanoTime();
      for (long at = 0; at < length.toNanos(); at = System.nanoTime() - start) {
        Pace pace = Pace.of(service, flood, kind);
        paces.add(pace.ofProcessor);
        System.out.printf(
            "%s after %3d s: %s, %s%n", kind, at / 1_000_000_000, pace, memory(service));
      }
      int third = paces.size() / 3;
      assertThat(median(paces.subList(paces.size() - third, paces.size())))
          .isGreaterThanOrEqualTo(median(paces.subList(0, third)) * 0.8);
      assertThat(service.isAlive()).isTrue();
      assertThat(Files.readString(folder.resolve("errors.txt"))).doesNotContain("OutOfMemory");
    }
  }

  private static double median(List<Double> paces) {
    return paces.stream().sorted().toList().get(paces.size() / 2);
  }

  private record Pace(double ofTime, double ofProcessor) {
    private static final int REQUESTS = 100_000;

    static Pace of(ServiceProcess service, MemoryFlood flood, Kind kind) throws Exception {
      long start = System.nanoTime();
      Duration cpu = service.cpu();
      flood.send(kind, REQUESTS);
      double seconds = (System.nanoTime() - start) / 1e9;
      return new Pace(REQUESTS / seconds, REQUESTS * 1e9 / service.cpu().minus(cpu).toNanos());
    }

    @Override
    public String toString() {
      return "%,7.0f requests a second, %,7.0f for a second of processor time"
          .formatted(ofTime, ofProcessor);
    }
  }

  private static String memory(ServiceProcess service) {
    StringBuilder text = new StringBuilder();
    for (Kind kind : Kind.values()) {
      text.append(" %s %.0f %%".formatted(kind.table(), 100 * used(service, kind)));
    }
    return text.toString().strip();
  }
}
