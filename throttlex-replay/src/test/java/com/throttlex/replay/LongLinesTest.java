package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.replay.log.LogEntry;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.ReadAhead;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryBudget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Requests with long texts: memory is bounded by bytes, not only by the number of requests. */
class LongLinesTest {
  private static final String LONG = "x".repeat(1000);
  private static final int LINE = 60 * LONG.length();

  /** Returns a log of the same request of about 60 KB, all at one time. */
  private static InputStream lines(int count) {
    StringBuilder line = new StringBuilder("{\"time\":1794816000,\"attributes\":{");
    for (int i = 0; i < 60; i++) {
      line.append(i == 0 ? "" : ",")
          .append("\"a")
          .append(i)
          .append("\":\"")
          .append(LONG)
          .append('"');
    }
    byte[] bytes = line.append("}}\n").toString().getBytes(StandardCharsets.UTF_8);
    return new InputStream() {
      private int at;
      private int left = count;

      @Override
      public int read() {
        throw new UnsupportedOperationException("one byte (expected: several)");
      }

      @Override
      public int read(byte[] into, int from, int length) {
        if (left == 0) {
          return -1;
        }
        int some = Math.min(length, bytes.length - at);
        System.arraycopy(bytes, at, into, from, some);
        at = (at + some) % bytes.length;
        left -= at == 0 ? 1 : 0;
        return some;
      }
    };
  }

  private static LogOptions outOfOrder(Duration bound) {
    return new LogOptions(LogOptions.AUTO, List.of(), bound, null, null, Set.of());
  }

  @Test
  void linesThatWaitForOrder_areBoundedByBytes() throws IOException {
    List<LogSource> one = List.of(LogSource.of(lines(2000), "log"));
    try (TrafficLog log = new TrafficLog(one, LogOptions.DEFAULT)) {
      assertThat(log.next()).isNotNull();
      assertThat(log.lines()).isBetween(100L, (long) (16 << 20) / LINE + 2);
    }
  }

  @Test
  void linesThatWaitForOrder_ofManyFiles_shareTheirBytes() throws IOException {
    List<LogSource> many =
        Stream.generate(() -> LogSource.of(lines(300), "log")).limit(16).toList();
    try (TrafficLog log = new TrafficLog(many, LogOptions.DEFAULT)) {
      assertThat(log.next()).isNotNull();
      assertThat(log.lines()).isLessThan((64 << 20) / LINE + 32);
    }
  }

  @Test
  void linesReadAhead_areBoundedByBytesAndAllArrive() throws IOException {
    List<LogSource> one = List.of(LogSource.of(lines(2000), "log"));
    try (TrafficLog log = new TrafficLog(one, outOfOrder(Duration.ZERO));
        ReadAhead<LogEntry> ahead = new ReadAhead<>(log, Function.identity(), LogEntry::bytes)) {
      int count = ahead.next().size();
      awaitFullOrEnded();
      assertThat(log.lines()).isLessThan((20 << 20) / LINE);
      for (List<LogEntry> more = ahead.next(); !more.isEmpty(); more = ahead.next()) {
        count += more.size();
      }
      assertThat(count).isEqualTo(2000);
    }
  }

  @Test
  void requestsReadAhead_areBoundedByTheBytesOfTheirPreparation() throws IOException {
    List<LogSource> one = List.of(LogSource.of(lines(200), "log"));
    try (TrafficLog log = new TrafficLog(one, outOfOrder(Duration.ZERO));
        ReadAhead<LogEntry> ahead =
            new ReadAhead<>(log, Function.identity(), prepared -> 1 << 20)) {
      assertThat(ahead.next()).hasSize(1);
      awaitFullOrEnded();
      assertThat(log.lines()).isLessThan(20 + 2 * (1 << 20) / LINE);
    }
  }

  /** Waits until the thread that reads ahead has no room for more, or has ended. */
  private static void awaitFullOrEnded() {
    Thread reader =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getName().equals("read-ahead"))
            .findFirst()
            .orElse(Thread.currentThread());
    while (reader != Thread.currentThread()
        && reader.isAlive()
        && reader.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
  }

  @Test
  void pendingEvents_areBoundedByBytesAndLeaveRoomWhenTheyHappen() {
    PendingEvents events = new PendingEvents(MemoryBudget.ofHeap(1 << 20));
    RequestContext request = RequestContext.builder().build();
    LogEntry large = new LogEntry(0, request, 200, 1, 0, 1, 200_000);

    assertThat(events.add(new PendingEvents.Retry(1, large, 1))).isTrue();
    assertThat(events.add(new PendingEvents.Retry(2, large, 1))).isTrue();
    assertThat(events.add(new PendingEvents.Retry(3, large, 1))).isFalse();
    assertThat(events.dropped()).isEqualTo(1);
    assertThat(events.poll(1)).isNotNull();
    assertThat(events.add(new PendingEvents.Retry(3, large, 1))).isTrue();
  }

  @Test
  void textsOfDeniedKeys_longerThanTheMemory_stopTheReplayWithAReason() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 200; i++) {
      text.append("{\"time\":1794816000,\"user\":\"").append(i).append(LONG).append("\"}\n");
    }
    RuleBook book =
        RuleBook.of(
            Rule.builder("per-user")
                .key("user")
                .limits("1/1h")
                .algorithm(Algorithm.FIXED_WINDOW)
                .build());
    byte[] twice = text.toString().repeat(2).getBytes(StandardCharsets.UTF_8);
    LogSource source = LogSource.of(new ByteArrayInputStream(twice), "log");
    ReplayResult result =
        new ReplayRun(
                new TrafficLog(List.of(source), LogOptions.DEFAULT),
                book,
                null,
                ReplayOptions.DEFAULT,
                MemoryBudget.ofHeap(1 << 20))
            .run(() -> true);

    assertThat(result.stopped())
        .startsWith("log:219: the texts of denied keys are longer than 18864 bytes, which is what")
        .contains("the memory has room for (expected: ");
    assertThat(result.now().rules().get(0).deniedKeys()).isEqualTo(18);
  }
}
