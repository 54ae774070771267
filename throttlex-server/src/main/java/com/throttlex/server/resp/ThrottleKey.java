package com.throttlex.server.resp;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.key.KeyText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The key of a counter that a command names; it can be any bytes. It is printed only when needed.
 *
 * <p>Rules hash their keys after two words of their own, and so does this class. So a key of a
 * command never equals a key of a rule. In print, a byte that is not UTF-8 is an unpaired
 * surrogate, which UTF-8 never produces. So different keys print differently.
 */
final class ThrottleKey implements Key {
  /** The prefix of printed keys of commands. */
  static final String NAME = "cl.throttle";

  private static final String PREFIX = NAME + "|key=";

  /** No length is −2, so no values of a rule hash to the same. */
  private static final long NOT_A_RULE = -2;

  private static final long SCOPE_HI;
  private static final long SCOPE_LO;

  static {
    KeyHash scope = new KeyHash().add(NAME).add(NOT_A_RULE).end();
    SCOPE_HI = scope.hi();
    SCOPE_LO = scope.lo();
  }

  private final byte[] bytes;
  private final long hi;
  private final long lo;

  /** Creates a key with that name; the hash can be used again. */
  ThrottleKey(byte[] from, int offset, int length, KeyHash hash) {
    bytes = Arrays.copyOfRange(from, offset, offset + length);
    hash.start().add(SCOPE_HI).add(SCOPE_LO).add((long) length);
    for (int i = 0; i < length; i += Long.BYTES) {
      hash.add(word(i));
    }
    hash.end();
    hi = hash.hi();
    lo = hash.lo();
  }

  private long word(int from) {
    long word = 0;
    int end = Math.min(bytes.length, from + Long.BYTES);
    for (int i = from; i < end; i++) {
      word = word << 8 | (bytes[i] & 0xff);
    }
    return word;
  }

  @Override
  public long hi() {
    return hi;
  }

  @Override
  public long lo() {
    return lo;
  }

  @Override
  public long scope() {
    return SCOPE_HI;
  }

  @Override
  public String text() {
    return PREFIX + subject();
  }

  @Override
  public String subject() {
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = utf8.decode(in, out, true);
    while (result.isError()) {
      for (int i = result.length(); i > 0; i--) {
        out.put((char) (Character.MIN_LOW_SURROGATE | (in.get() & 0xff)));
      }
      result = utf8.decode(in, out, true);
    }
    return KeyText.escape(out.flip().toString());
  }
}
