package com.throttlex.benchmarks.load;

import io.netty.buffer.ByteBuf;
import java.io.IOException;

/** What one connection says and understands. */
interface Dialogue {
  /** Writes what comes before the first question. */
  void begin(ByteBuf out);

  /** Writes one question. */
  void ask(ByteBuf out) throws IOException;

  /**
   * Takes whole answers off the input; a part of one stays there.
   *
   * @param out for what the protocol wants to be said in return
   * @return how many they were
   * @throws IOException when an answer is not what was asked for
   */
  int answers(ByteBuf in, ByteBuf out) throws IOException;
}
