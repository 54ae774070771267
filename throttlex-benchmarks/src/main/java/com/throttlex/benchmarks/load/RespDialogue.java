package com.throttlex.benchmarks.load;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ThreadLocalRandom;

/** One command in the Redis protocol, repeated. */
final class RespDialogue implements Dialogue {
  private static final String RANDOM = "__rand_int__";

  private final byte[] before;
  private final byte[] after;
  private final int keys;

  /**
   * Creates a command; one word may contain {@code __rand_int__}, as for redis-benchmark.
   *
   * @param keys the number of different numbers to put there
   */
  RespDialogue(String command, int keys) {
    StringBuilder text = new StringBuilder();
    String[] words = command.split(" ", -1);
    text.append('*').append(words.length).append("\r\n");
    for (String word : words) {
      text.append('$').append(word.length()).append("\r\n").append(word).append("\r\n");
    }
    int split = text.indexOf(RANDOM);
    before = bytes(split < 0 ? text.toString() : text.substring(0, split));
    after = bytes(split < 0 ? "" : text.substring(split + RANDOM.length()));
    this.keys = keys;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void begin(ByteBuf out) {}

  @Override
  public void ask(ByteBuf out) {
    out.writeBytes(before);
    if (after.length > 0) {
      int key = ThreadLocalRandom.current().nextInt(keys);
      for (long unit = 100_000_000_000L; unit > 0; unit /= 10) {
        out.writeByte((byte) ('0' + key / unit % 10));
      }
      out.writeBytes(after);
    }
  }

  @Override
  public int answers(ByteBuf in, ByteBuf out) throws IOException {
    int answers = 0;
    for (int end = end(in, in.readerIndex()); end >= 0; end = end(in, in.readerIndex())) {
      in.readerIndex(end);
      answers++;
    }
    return answers;
  }

  /** Returns the end of the reply that starts there, or -1 if it is not complete. */
  private static int end(ByteBuf in, int start) throws IOException {
    int line = in.indexOf(start, in.writerIndex(), (byte) '\n');
    if (line < 0) {
      return -1;
    }
    String text = in.toString(start, line - 1 - start, StandardCharsets.ISO_8859_1);
    return switch (text.charAt(0)) {
      case ':', '+' -> line + 1;
      case '$' -> bulk(in, line + 1, Integer.parseInt(text.substring(1)));
      case '*' -> array(in, line + 1, Integer.parseInt(text.substring(1)));
      default -> throw new IOException("reply: " + text + " (expected: no error)");
    };
  }

  private static int bulk(ByteBuf in, int start, int length) {
    int end = length < 0 ? start : start + length + 2;
    return end <= in.writerIndex() ? end : -1;
  }

  private static int array(ByteBuf in, int start, int length) throws IOException {
    int end = start;
    for (int i = 0; i < length && end >= 0; i++) {
      end = end(in, end);
    }
    return end;
  }
}
