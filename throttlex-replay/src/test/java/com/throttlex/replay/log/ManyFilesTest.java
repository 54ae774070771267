package com.throttlex.replay.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Many files of one replay: few are open at one time. */
class ManyFilesTest {
  private static final long START = 1_794_816_000L;

  private int open;
  private int mostOpen;

  private LogSource source(String name, byte[] bytes) {
    return new LogSource(
        name,
        bytes.length,
        () -> {
          mostOpen = Math.max(mostOpen, ++open);
          return new Counted(new ByteArrayInputStream(bytes));
        });
  }

  private final class Counted extends FilterInputStream {
    private boolean closed;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public void close() throws IOException {
      open -= closed ? 0 : 1;
      closed = true;
      super.close();
    }
  }

  private static String hour(int hour) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      text.append("{\"time\":\"")
          .append(Instant.ofEpochSecond(START + hour * 3600L + i * 350L))
          .append("\",\"ip\":\"10.0.0.1\"}\n");
    }
    return text.toString();
  }

  private static List<LogEntry> entries(TrafficLog log) {
    List<LogEntry> entries = new ArrayList<>();
    for (LogEntry entry = log.next(); entry != null; entry = log.next()) {
      entries.add(entry);
    }
    return entries;
  }

  @Test
  void rotatedFiles_areOpenOneAfterTheOther() throws IOException {
    List<LogSource> rotated = new ArrayList<>();
    for (int i = 0; i < 1500; i++) {
      byte[] bytes = hour(i).getBytes(StandardCharsets.UTF_8);
      rotated.add(source("access.log." + i, bytes));
    }
    Collections.shuffle(rotated, new Random(3));
    try (TrafficLog log = new TrafficLog(rotated, LogOptions.DEFAULT)) {
      List<LogEntry> entries = entries(log);

      assertThat(entries).hasSize(15_000);
      assertThat(entries).extracting(LogEntry::nanos).isSorted();
      assertThat(log.report().sum(LogFileReport::lines)).isEqualTo(15_000);
    }
    assertThat(mostOpen).isLessThanOrEqualTo(3);
    assertThat(open).isZero();
  }
}
