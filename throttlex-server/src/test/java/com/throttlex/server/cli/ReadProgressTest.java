package com.throttlex.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line that shows how much of the logs has been read. */
class ReadProgressTest {
  private static final byte[] LINES =
      "{\"time\":1794816000,\"ip\":\"10.0.0.1\"}\n".repeat(3000).getBytes(StandardCharsets.UTF_8);

  private final StringWriter out = new StringWriter();
  private long nanos;

  /** Reads 3,000 lines of sources that have that size, and draws the line after two seconds. */
  private String drawn(boolean terminal, long size) throws IOException {
    LogSource source = new LogSource("log", size, () -> new ByteArrayInputStream(LINES));
    try (TrafficLog log = new TrafficLog(List.of(source), LogOptions.DEFAULT)) {
      ReadProgress progress =
          new ReadProgress(new PrintWriter(out, true), terminal, log, () -> nanos);
      assertThat(log.next()).isNotNull();
      nanos += 199_999_999;
      assertThat(progress.shown()).isTrue();
      assertThat(out.toString()).isEmpty();
      nanos = 2_000_000_000;
      assertThat(progress.shown()).isTrue();
      assertThat(progress.shown()).isTrue();
      String line = out.toString();
      progress.end();
      return line;
    }
  }

  @Test
  void terminal_afterTwoSeconds_showsRateAndTimeLeft() throws IOException {
    assertThat(drawn(true, 4L * LINES.length))
        .isEqualTo("\r[######------------------]  25 %  3,000 lines, 1,500 lines/s, 0:06 left ");
    assertThat(out.toString()).endsWith("\r" + " ".repeat(100) + "\r");
  }

  @Test
  void terminal_withAPipe_showsTheRateOnly() throws IOException {
    assertThat(drawn(true, -1)).isEqualTo("\r3,000 lines, 1,500 lines/s");
  }

  @Test
  void script_neverSeesTheLine() throws IOException {
    assertThat(drawn(false, LINES.length)).isEmpty();
    assertThat(out.toString()).isEmpty();
  }
}
