package com.throttlex.benchmarks.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** A closed loop: sends a request as soon as an answer comes, in one thread. */
final class ClosedLoop {
  private static final long PATIENCE_MILLIS = 5000;

  private final int connections;
  private final int inFlight;
  private final Supplier<Dialogue> dialogues;

  /**
   * Creates a loop that is not running.
   *
   * @param inFlight the requests in flight on each connection
   */
  ClosedLoop(int connections, int inFlight, Supplier<Dialogue> dialogues) {
    this.connections = connections;
    this.inFlight = inFlight;
    this.dialogues = dialogues;
  }

  /** Runs for a time; returns the number of answers. */
  long run(int port, long nanos) throws IOException {
    List<Connection> open = new ArrayList<>();
    try (Selector selector = Selector.open()) {
      for (int i = 0; i < connections; i++) {
        open.add(Connection.open(port, selector, dialogues.get()));
      }
      long start = System.nanoTime();
      for (Connection connection : open) {
        connection.start(inFlight);
      }
      long answers = 0;
      while (System.nanoTime() - start < nanos) {
        answers += turn(selector);
      }
      return answers;
    } finally {
      for (Connection connection : open) {
        connection.close();
      }
    }
  }

  private static long turn(Selector selector) throws IOException {
    if (selector.select(PATIENCE_MILLIS) == 0) {
      throw new IOException("answers: none in " + PATIENCE_MILLIS + " ms (expected: some)");
    }
    long answers = 0;
    for (SelectionKey key : selector.selectedKeys()) {
      answers += ((Connection) key.attachment()).proceed();
    }
    selector.selectedKeys().clear();
    return answers;
  }
}
