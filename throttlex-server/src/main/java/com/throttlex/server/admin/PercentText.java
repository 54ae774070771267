package com.throttlex.server.admin;

import com.throttlex.request.ShownText;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Percent-encoded text in a URL: decoded once, and strictly. */
public final class PercentText {
  private static final String UNRESERVED = "-._~";

  private PercentText() {}

  /**
   * Returns the decoded text.
   *
   * @throws ProblemException with 400 when an escape is malformed or the text is not UTF-8
   */
  static String decode(String name, String encoded) {
    if (encoded.indexOf('%') < 0 && encoded.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return encoded;
    }
    byte[] octets = octets(encoded);
    String text = octets == null ? null : utf8(octets);
    if (text == null || text.chars().anyMatch(Character::isISOControl)) {
      String expected = "percent-encoded UTF-8 without control characters";
      throw new ProblemException(
          400, name + ": " + ShownText.quoted(encoded) + " (expected: " + expected + ")");
    }
    return text;
  }

  /** Returns the text as one segment of a path. */
  public static String encode(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      if (c < 0x80 && (Character.isLetterOrDigit(c) || UNRESERVED.indexOf(c) >= 0)) {
        encoded.append(c);
      } else {
        encoded.append(String.format("%%%02X", (int) c));
      }
    }
    return encoded.toString();
  }

  /** Returns the UTF-8 text of the bytes, or null if it is malformed. */
  static @Nullable String utf8(byte[] octets) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte @Nullable [] octets(String encoded) {
    ByteArrayOutputStream octets = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c != '%') {
        octets.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
        continue;
      }
      int octet = octet(encoded, i);
      if (octet < 0) {
        return null;
      }
      octets.write(octet);
      i += 2;
    }
    return octets.toByteArray();
  }

  private static int octet(String text, int percent) {
    if (percent + 2 >= text.length()) {
      return -1;
    }
    int high = hex(text.charAt(percent + 1));
    int low = hex(text.charAt(percent + 2));
    return high < 0 || low < 0 ? -1 : (high << 4) | low;
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
