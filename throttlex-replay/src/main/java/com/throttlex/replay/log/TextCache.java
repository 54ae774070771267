package com.throttlex.replay.log;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Texts of bytes. Short ones, such as methods, come from a small table, and need no new object.
 *
 * <p>A table of addresses or paths would be slower than new texts: it does not fit into the cache
 * of the processor, and a new text does.
 */
final class TextCache {
  private static final int SIZE = 256;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private final long[] words = new long[SIZE];
  private final @Nullable String[] texts = new @Nullable String[SIZE];

  /** Returns the text of UTF-8 bytes; null if they are not UTF-8. */
  @Nullable String text(byte[] in, int from, int to) {
    if (to - from >= Long.BYTES) {
      return decoded(in, from, to);
    }
    long word = (long) to - from;
    for (int i = from; i < to; i++) {
      word = (word << 8) | (in[i] & 0xff);
    }
    int slot = (int) ((word * MULTIPLIER) >>> 56);
    if (words[slot] != word) {
      texts[slot] = decoded(in, from, to);
      words[slot] = word;
    }
    return texts[slot];
  }

  private static @Nullable String decoded(byte[] in, int from, int to) {
    for (int i = from; i < to; i++) {
      if (in[i] < 0) {
        return decodedStrictly(in, from, to);
      }
    }
    return new String(in, from, to - from, StandardCharsets.ISO_8859_1);
  }

  private static @Nullable String decodedStrictly(byte[] in, int from, int to) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(in, from, to - from))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
