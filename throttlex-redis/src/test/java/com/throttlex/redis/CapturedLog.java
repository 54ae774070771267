package com.throttlex.redis;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** The captured log of Lettuce, down to debug; without a log library, Netty logs to the JDK's. */
final class CapturedLog extends Handler {
  private final Logger lettuce = Logger.getLogger("io.lettuce");
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  CapturedLog() {
    setFormatter(new SimpleFormatter());
    lettuce.setLevel(Level.FINE);
    lettuce.setUseParentHandlers(false);
    lettuce.addHandler(this);
  }

  String text() {
    return String.join("\n", lines);
  }

  @Override
  public void publish(LogRecord record) {
    lines.add(getFormatter().format(record));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    lettuce.removeHandler(this);
    lettuce.setUseParentHandlers(true);
    lettuce.setLevel(null);
  }
}
