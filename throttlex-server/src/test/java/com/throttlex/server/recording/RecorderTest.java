package com.throttlex.server.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.ThrottleX;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.admin.RecordedSnapshot;
import com.throttlex.store.MemoryStore;
import com.throttlex.tck.Await;
import com.throttlex.test.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
  private static final RuleBook RULES =
      RuleFile.parse(
          """
          version: 1
          default-rule: none
          rules:
            - {id: eu, match: {attributes: {region: eu, token: t-1}}, key: [user], limits: 1/1m}
          """,
          "rules.yml");

  @TempDir Path folder;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  private Recorder recorder(double share, String secret) {
    Recorder made =
        new Recorder(
            new RecordSettings(folder.resolve("r.jsonl"), share, 1 << 20, 2),
            RecordSecret.of(secret));
    made.register(registry);
    made.rules(RULES);
    return made;
  }

  private static ThrottleX throttlex(Recorder recorder) {
    return ThrottleX.of(RULES, new MemoryStore(), new ManualClock(), recorder);
  }

  private List<JsonObject> lines() throws IOException {
    return Files.readAllLines(folder.resolve("r.jsonl")).stream().map(JsonObject::new).toList();
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags(tags).functionCounter().count();
  }

  @Test
  void line_hasAllFieldsWithMaskedClients() throws IOException {
    RequestContext request =
        RequestContext.builder()
            .user("alice@example.com")
            .ip("203.0.113.9")
            .apiKey("ak_secret")
            .endpoint("/orders/7")
            .method("post")
            .service("shop")
            .tier("pro")
            .cost(1)
            .attribute("region", "eu")
            .attribute("account", "acme")
            .attribute("token", "t-1")
            .header("x-tenant", "acme")
            .idempotencyKey("order-7")
            .build();
    try (Recorder recorder = recorder(1, "a")) {
      ThrottleX throttlex = throttlex(recorder);
      throttlex.check(request);
      throttlex.check(request.toBuilder().idempotencyKey(null).build());
    }
    JsonObject line = lines().get(0);
    assertThat(line.getString("user")).matches("[0-9a-f]{16}");
    assertThat(line.getString("apiKey")).matches("[0-9a-f]{16}");
    assertThat(line.getString("ip")).matches("fd[0-9a-f]{2}(:[0-9a-f]{4}){3}::");
    assertThat(RequestContext.builder().ip(line.getString("ip")).build().ip()).isNotNull();
    assertThat(line.getMap())
        .containsEntry("endpoint", "/orders/7")
        .containsEntry("method", "POST")
        .containsEntry("service", "shop")
        .containsEntry("tier", "pro")
        .containsEntry("cost", 1)
        .containsEntry("verdict", "allow");
    assertThat(line.getJsonObject("attributes").getString("region")).isEqualTo("eu");
    assertThat(line.getString("time")).endsWith("Z");
    assertThat(line.encode()).doesNotContain("alice", "secret", "acme", "203.0", "order-7", "t-1");
    JsonObject second = lines().get(1);
    assertThat(second.getString("user")).isEqualTo(line.getString("user"));
    assertThat(second.getMap()).containsEntry("verdict", "deny").containsEntry("rule", "eu");
  }

  @Test
  void mask_dependsOnTheSecret() throws IOException {
    for (String secret : List.of("a", "b", "a")) {
      try (Recorder recorder = recorder(1, secret)) {
        throttlex(recorder).check(RequestContext.ofUser("u"));
      }
    }
    List<String> users = lines().stream().map(line -> line.getString("user")).toList();
    assertThat(users.get(0)).isEqualTo(users.get(2)).isNotEqualTo(users.get(1));
  }

  @Test
  void sample_hasAllRequestsOfItsClients() throws IOException {
    try (Recorder recorder = recorder(0.2, "a")) {
      ThrottleX throttlex = throttlex(recorder);
      for (int i = 0; i < 3000; i++) {
        throttlex.check(RequestContext.ofUser("u" + i % 1000));
      }
    }
    var counts =
        lines().stream()
            .collect(Collectors.groupingBy(line -> line.getString("user"), Collectors.counting()));
    assertThat(counts).hasSizeBetween(150, 250);
    assertThat(counts.values()).containsOnly(3L);
  }

  @Test
  void buffer_thatIsFull_dropsAndCounts() throws IOException {
    String path = "/" + "x".repeat(8000);
    try (Recorder recorder = recorder(1, "a")) {
      ThrottleX throttlex = throttlex(recorder);
      synchronized (recorder) { // its thread cannot write
        for (int i = 0; i < 1000; i++) {
          throttlex.check(RequestContext.builder().user("u").endpoint(path).build());
        }
        assertThat(count("throttlex.record.dropped", "reason", "buffer")).isBetween(400.0, 600.0);
      }
    }
    double written = count("throttlex.record.written");
    assertThat(written + count("throttlex.record.dropped", "reason", "buffer")).isEqualTo(1000);
  }

  @Test
  void batch_thatIsLargerThanAFile_isDivided() throws IOException {
    int most = 64 << 10;
    String path = "/" + "x".repeat(1000);
    RecordSettings settings = new RecordSettings(folder.resolve("r.jsonl"), 1, most, 20);
    try (Recorder recorder = new Recorder(settings, RecordSecret.of("a"))) {
      recorder.register(registry);
      ThrottleX throttlex = throttlex(recorder);
      synchronized (recorder) { // so all are one batch
        for (int i = 0; i < 800; i++) {
          throttlex.check(RequestContext.builder().user("u").endpoint(path).build());
        }
      }
    }
    assertThat(count("throttlex.record.written")).isEqualTo(800);
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> recorded = files.filter(file -> !file.toString().endsWith(".lock")).toList();
      assertThat(recorded).hasSizeGreaterThan(800 * 1000 / most);
      for (Path file : recorded) {
        assertThat(plainBytes(file)).as(file.toString()).isBetween(1L, (long) most);
      }
    }
  }

  private static long plainBytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
      return plain.readAllBytes().length;
    }
  }

  @Test
  @Timeout(30)
  void snapshot_whileRequestsArriveFasterThanTheyAreWritten_ends() throws Exception {
    AtomicBoolean ended = new AtomicBoolean();
    try (Recorder recorder = recorder(1, "a")) {
      ThrottleX throttlex = throttlex(recorder);
      Thread requests =
          new Thread(
              () -> {
                while (!ended.get()) {
                  throttlex.check(RequestContext.ofUser("u"));
                }
              });
      throttlex.check(RequestContext.ofUser("u"));
      requests.start();
      try (RecordedSnapshot snapshot = recorder.snapshot(Instant.EPOCH)) {
        assertThat(snapshot.sources()).isNotEmpty();
      } finally {
        ended.set(true);
        requests.join();
      }
    }
  }

  @Test
  void file_thatCannotBeWritten_losesRequestsUntilItCan() throws IOException {
    Path target = folder.resolve("r.jsonl");
    Files.createDirectory(target);
    try (Recorder recorder = recorder(1, "a")) {
      ThrottleX throttlex = throttlex(recorder);
      assertThat(throttlex.check(RequestContext.ofUser("u")).allowed()).isTrue();
      Await.until("a problem", () -> recorder.problem() != null);
      assertThat(count("throttlex.record.dropped", "reason", "file")).isEqualTo(1);
      Files.delete(target);
      Await.until(
          "a written request",
          () -> {
            throttlex.check(RequestContext.ofUser("u"));
            return recorder.problem() == null;
          });
    }
    assertThat(lines()).isNotEmpty();
    Set<String> members = new TreeSet<>(lines().get(0).fieldNames());
    assertThat(members).containsExactly("time", "user", "verdict");
  }
}
