package com.throttlex.server.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/** Shows the steps of a long command on a terminal; silent for small work and in scripts. */
final class Progress {
  /** Work with fewer rules is done before anyone can read a message. */
  private static final int LARGE = 1000;

  private final PrintWriter err;
  private final boolean shown;
  private final LongSupplier nanos;
  private final long start;

  Progress(PrintWriter err, boolean terminal, int rules, LongSupplier nanos) {
    this.err = err;
    this.shown = terminal && rules >= LARGE;
    this.nanos = nanos;
    start = nanos.getAsLong();
  }

  /** Shows a step, with the time since the start. */
  void step(String what) {
    if (shown) {
      double seconds = (nanos.getAsLong() - start) / 1e9;
      err.println(String.format(Locale.ROOT, "[%4.1f s] %s", seconds, what));
      err.flush();
    }
  }
}
