package com.throttlex.replay.suggest;

import com.throttlex.replay.log.LogEntry;
import com.throttlex.replay.log.LogOptions;
import com.throttlex.replay.log.LogReport;
import com.throttlex.replay.log.LogSource;
import com.throttlex.replay.log.TrafficLog;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The traffic of log files, which are opened for each reading. */
public final class LoggedTraffic implements RecordedTraffic {
  private final List<LogSource> sources;
  private final LogOptions options;
  private @Nullable LogReport report;

  /** Creates traffic of sources that can be opened several times. */
  public LoggedTraffic(List<LogSource> sources, LogOptions options) {
    this.sources = List.copyOf(sources);
    this.options = options;
  }

  @Override
  public void read(Sink sink) throws IOException {
    try (TrafficLog log = new TrafficLog(sources, options)) {
      for (LogEntry entry = log.next(); entry != null; entry = log.next()) {
        sink.accept(entry.nanos(), entry.request(), entry.status());
      }
      report = log.report();
    }
  }

  /** Returns the report of the last reading. */
  public LogReport report() {
    return Objects.requireNonNull(report, "report: none (expected: read first)");
  }
}
