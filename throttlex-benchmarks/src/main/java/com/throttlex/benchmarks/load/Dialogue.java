package com.throttlex.benchmarks.load;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** The protocol of one connection. */
interface Dialogue {
  /** Writes the bytes before the first request. */
  void begin(ByteBuf out);

  /** Writes one request. */
  void ask(ByteBuf out) throws IOException;

  /**
   * Removes complete answers from the input; an incomplete one stays there.
   *
   * @param out receives replies that the protocol needs
   * @return the number of answers
   * @throws IOException when an answer is not the expected one
   */
  int answers(ByteBuf in, ByteBuf out) throws IOException;
}
