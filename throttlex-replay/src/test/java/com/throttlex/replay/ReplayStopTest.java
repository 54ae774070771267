package com.throttlex.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import java.io.ByteArrayInputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A replay that is stopped before the end of its log. */
class ReplayStopTest {
  private static final RuleBook BOOK =
      RuleBook.of(Rule.builder("per-address").key("ip").limits("5/1m").build());

  @Test
  void interruptedThread_stopsWhileItWaitsForTheLog() throws Exception {
    PipedOutputStream writer = new PipedOutputStream();
    LogSource source = LogSource.of(new PipedInputStream(writer), "log");
    ReplayRun run =
        new ReplayRun(
            new TrafficLog(List.of(source), LogOptions.DEFAULT), BOOK, null, ReplayOptions.DEFAULT);
    FutureTask<ReplayResult> replay = new FutureTask<>(() -> run.run(() -> true));
    Thread thread = new Thread(replay);
    thread.start();
    thread.interrupt();

    assertThat(replay.get(30, TimeUnit.SECONDS).stopped())
        .isEqualTo("interrupted after 0 requests");
    writer.close();
  }

  @Test
  void interruption_printsWhatItHas() {
    LogSource source =
        LogSource.of(
            new ByteArrayInputStream(
                "{\"time\":1794816000,\"ip\":\"10.0.0.1\"}\n"
                    .repeat(10_000)
                    .getBytes(StandardCharsets.UTF_8)),
            "log");
    ReplayResult result =
        new ReplayRun(
                new TrafficLog(List.of(source), LogOptions.DEFAULT),
                BOOK,
                null,
                ReplayOptions.DEFAULT)
            .run(() -> false);

    assertThat(result.stopped()).isEqualTo("interrupted after 4096 requests");
    assertThat(result.now().totals().requests()).isEqualTo(4096);
  }
}
