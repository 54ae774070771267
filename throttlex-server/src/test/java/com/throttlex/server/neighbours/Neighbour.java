package com.throttlex.server.neighbours;

import java.io.IOException;
import java.util.SplittableRandom;

/** A client of the service that does one thing after the other until the time is over. */
interface Neighbour extends AutoCloseable {
  /** Opens a client with random choices of its own. */
  interface Opening {
    Neighbour open(SplittableRandom random) throws Exception;
  }

  /** Does the next thing; a good client throws an AssertionError when it hears something wrong. */
  void next() throws Exception;

  @Override
  void close() throws IOException;
}
