package com.throttlex.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.http.DecisionJson;
import com.throttlex.replay.BookRun;
import com.throttlex.replay.ReplayOptions;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.rules.RuleFile;
import com.throttlex.server.RunningServer.Reply;
import com.throttlex.tck.ModelStore;
import com.throttlex.test.ManualClock;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A replay gives the verdicts that the service gives to the same requests at the same times, and
 * both are those of the models.
 */
class ReplayTruthTest {
  private static final int TRACES = 30;
  private static final int LENGTH = 40;

  /** No counter of one trace lives as long as that. */
  private static final Duration BETWEEN = Duration.ofDays(70);

  private static final List<String> COMPARED =
      List.of(
          "allowed",
          "rule",
          "algorithm",
          "limit",
          "remaining",
          "currentCount",
          "resetAt",
          "retryAfter",
          "delayMs",
          "blocked",
          "limits");

  @TempDir static Path folder;
  private static final ManualClock CLOCK = new ManualClock(Instant.parse("2026-03-28T22:00:00Z"));
  private static RunningServer server;
  private static int played;

  @BeforeAll
  static void start() throws IOException {
    server = RunningServer.startWithoutRules(folder, CLOCK);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static LongStream seeds() {
    Long repeated = Long.getLong("throttlex.seed");
    return repeated == null ? LongStream.range(0, TRACES) : LongStream.of(repeated);
  }

  @Test
  void verdicts_ofReplayAndModels_equalThoseOfTheService() {
    AtomicInteger denied = new AtomicInteger();
    seeds().forEach(seed -> RandomReplays.trace(seed, LENGTH).verify(trace -> play(trace, denied)));
    assertThat(denied).hasValueGreaterThan(TRACES);
  }

  @Test
  void trace_withAWrongVerdict_isShrunkToWhatMatters() {
    ReplayTrace trace = RandomReplays.trace(3, LENGTH);
    String wrong = trace.steps().get(17).toString();
    assertThatThrownBy(
            () ->
                trace.verify(
                    some -> {
                      List<String> steps = some.steps().stream().map(Object::toString).toList();
                      int at = steps.indexOf(wrong);
                      return at < 0 ? null : new ReplayTrace.Difference(at, "a", "replay", "b");
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContainingAll("seed 3", wrong, "the service: a", "-Dthrottlex.seed=3")
        .satisfies(e -> assertThat(e.getMessage().split("\n  after ", -1)).hasSize(2));
  }

  /** Plays a trace to all three at a new time; returns the first difference, or null. */
  private static ReplayTrace.@Nullable Difference play(ReplayTrace trace, AtomicInteger denied) {
    CLOCK.advance(BETWEEN);
    RuleBook book = renamed(trace, "t" + played++ + "-");
    put(book);
    Instant now = CLOCK.now();
    List<JsonObject> live = new ArrayList<>();
    StringBuilder log = new StringBuilder();
    for (ReplayTrace.Step step : trace.steps()) {
      now = now.plus(step.pause());
      CLOCK.set(now);
      Reply reply = server.check(step.body().encode());
      assertThat(reply.status()).as(reply.body()).isIn(200, 429, 503);
      live.add(reply.json());
      denied.addAndGet(reply.status() == 200 ? 0 : 1);
      log.append(step.body().copy().put("time", now.toString()).encode()).append('\n');
    }
    return difference(book, log.toString(), live);
  }

  private static ReplayTrace.@Nullable Difference difference(
      RuleBook book, String log, List<JsonObject> live) {
    BookRun replay = new BookRun(book, ReplayOptions.DEFAULT);
    ManualClock clock = new ManualClock();
    LogSource source =
        LogSource.of(
            new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "recorded.jsonl");
    LogOptions options = LogOptions.DEFAULT.withHeaders(book.countedHeaders());
    try (TrafficLog requests = new TrafficLog(List.of(source), options);
        ThrottleX models = ThrottleX.of(book, new ModelStore(), clock)) {
      for (int i = 0; i < live.size(); i++) {
        LogEntry entry = Objects.requireNonNull(requests.next(), () -> "" + requests.report());
        clock.set(Instant.ofEpochSecond(0, entry.nanos()));
        String expected = compared(live.get(i));
        String replayed = compared(json(replay.decide(entry)));
        String modelled = compared(json(models.check(entry.request())));
        if (!replayed.equals(expected)) {
          return new ReplayTrace.Difference(i, expected, "replay", replayed);
        } else if (!modelled.equals(expected)) {
          return new ReplayTrace.Difference(i, expected, "the models", modelled);
        }
      }
      return null;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static JsonObject json(Decision decision) {
    return new JsonObject(DecisionJson.body(decision));
  }

  private static String compared(JsonObject answer) {
    JsonObject some = new JsonObject();
    COMPARED.forEach(name -> some.put(name, answer.getValue(name)));
    return some.encode();
  }

  /** Returns the rules under new names, so that they have counters of their own. */
  private static RuleBook renamed(ReplayTrace trace, String prefix) {
    List<Rule> rules = new ArrayList<>();
    for (Rule rule : trace.rules()) {
      String yaml = new JsonObject(RuleFile.toMap(rule)).put("id", prefix + rule.id()).encode();
      Rule renamed = RuleFile.parseRule(yaml, "rule");
      String[] replaces =
          rule.replaces().stream()
              .filter(id -> trace.rules().stream().anyMatch(other -> other.id().equals(id)))
              .map(id -> prefix + id)
              .toArray(String[]::new);
      rules.add(renamed.toBuilder().replaces(replaces).build());
    }
    return RuleBook.of(trace.preamble(), rules);
  }

  private static void put(RuleBook book) {
    JsonArray rules = new JsonArray();
    book.rules().forEach(rule -> rules.add(new JsonObject(RuleFile.toMap(rule))));
    JsonObject body =
        new JsonObject()
            .put("version", 1)
            .mergeIn(new JsonObject(RuleFile.toMap(book.preamble())))
            .put("rules", rules);
    Reply reply = server.admin("PUT", "/api/v1/rules", body.encode());
    assertThat(reply.status()).as(reply.body()).isEqualTo(200);
  }
}
