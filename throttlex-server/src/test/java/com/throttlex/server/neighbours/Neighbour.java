package com.throttlex.server.neighbours;

import java.io.IOException;
import java.util.SplittableRandom;

/** A client of the service that runs one round after the other until its time ends. */
interface Neighbour extends AutoCloseable {
  /** Opens a client with its own random choices. */
  interface Opening {
    Neighbour open(SplittableRandom random) throws Exception;
  }

  /** Runs the next round; a good client throws an AssertionError after a wrong answer. */
  void next() throws Exception;

  @Override
  void close() throws IOException;
}
