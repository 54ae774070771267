package com.throttlex.server.resp;

import com.throttlex.key.Key;
import com.throttlex.key.KeyHash;
import com.throttlex.key.KeyText;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * The key of a counter that a command names; it can be any bytes. One object serves many commands,
 * and prints the key only when needed.
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

  private final KeyHash hash = new KeyHash();
  private byte[] bytes = new byte[64];
  private int length;

  /** Sets the name of the key. */
  ThrottleKey of(byte[] from, int offset, int length) {
    if (bytes.length < length) {
      bytes = new byte[2 * length];
    }
    System.arraycopy(from, offset, bytes, 0, length);
    this.length = length;
    hash.start().add(SCOPE_HI).add(SCOPE_LO).add((long) length);
    for (int i = 0; i < length; i += Long.BYTES) {
      hash.add(word(i));
    }
    hash.end();
    return this;
  }

  private long word(int from) {
    long word = 0;
    int end = Math.min(length, from + Long.BYTES);
    for (int i = from; i < end; i++) {
      word = word << 8 | (bytes[i] & 0xff);
    }
    return word;
  }

  @Override
  public long hi() {
    return hash.hi();
  }

  @Override
  public long lo() {
    return hash.lo();
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
    ByteBuffer in = ByteBuffer.wrap(bytes, 0, length);
    CharBuffer out = CharBuffer.allocate(length);
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
