package com.throttlex.server.cli;

import com.throttlex.replay.log.TrafficLog;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** A line on the terminal that shows how much of the logs has been read; silent in scripts. */
final class ReadProgress {
  private static final long INTERVAL = 200_000_000L;
  private static final int WIDTH = 24;

  private final PrintWriter err;
  private final boolean terminal;
  private final TrafficLog log;
  private final LongSupplier nanos;
  private final long start;
  private long drawn;
  private boolean visible;

  ReadProgress(PrintWriter err, boolean terminal, TrafficLog log, LongSupplier nanos) {
    this.err = err;
    this.terminal = terminal;
    this.log = log;
    this.nanos = nanos;
    start = nanos.getAsLong();
    drawn = start;
  }

  /** Draws the line if it is time to; returns true. */
  boolean shown() {
    if (terminal && nanos.getAsLong() - drawn >= INTERVAL) {
      drawn = nanos.getAsLong();
      visible = true;
      err.print("\r" + line((drawn - start) / 1e9));
      err.flush();
    }
    return true;
  }

  private String line(double seconds) {
    double rate = log.lines() / seconds;
    String shown = String.format(Locale.ROOT, "%,d lines, %,.0f lines/s", log.lines(), rate);
    if (log.size() <= 0) {
      return shown;
    }
    double part = Math.min(1, (double) log.bytes() / log.size());
    int done = (int) (part * WIDTH);
    long left = Math.round(seconds / Math.max(part, 1e-9) * (1 - part));
    return String.format(
        Locale.ROOT,
        "[%s%s] %3.0f %%  %s, %d:%02d left ",
        "#".repeat(done),
        "-".repeat(WIDTH - done),
        100 * part,
        shown,
        left / 60,
        left % 60);
  }

  /** Removes the line. */
  void end() {
    if (visible) {
      err.print("\r" + " ".repeat(100) + "\r");
      err.flush();
    }
  }
}
