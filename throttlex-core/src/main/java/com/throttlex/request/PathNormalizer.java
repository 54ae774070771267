package com.throttlex.request;

import java.util.List;

/**
 * Rewrites one path into its normal form, from left to right in one pass.
 *
 * <p>{@code out} always starts with a slash and ends with the segment being read. A segment is
 * judged when it is complete, so that {@code %2e%2E;x} is recognised as {@code ..}. Path parameters
 * are checked like the rest, because they can be ambiguous too, and then removed.
 */
final class PathNormalizer {
  private static final int NONE = -1;

  private final String path;
  private final StringBuilder out;
  private int segmentStart = 1;
  private int parametersStart = NONE;

  PathNormalizer(String path) {
    this.path = path;
    this.out = new StringBuilder(path.length() + 16).append('/');
  }

  String normalize() {
    int at = 0;
    while (at < path.length() && path.charAt(at) != '?' && path.charAt(at) != '#') {
      at += read(at);
    }
    endSegment();
    if (out.length() > 1) {
      out.setLength(out.length() - 1);
    }
    return out.toString();
  }

  /** Reads the character or escape at an index, and returns how many characters it took. */
  private int read(int at) {
    switch (path.charAt(at)) {
      case '/' -> endSegment();
      case ';' -> startParameters();
      case '\\' -> throw refused("no backslash");
      case '%' -> {
        return readEscape(at);
      }
      default -> {
        int codePoint = path.codePointAt(at);
        write(codePoint);
        return Character.charCount(codePoint);
      }
    }
    return 1;
  }

  private int readEscape(int at) {
    if (PercentCode.octet(path, at) == PercentCode.MALFORMED) {
      throw refused("two hexadecimal digits after %");
    }
    int codePoint = PercentCode.codePoint(path, at);
    if (codePoint == PercentCode.MALFORMED) {
      throw refused("percent-encoded UTF-8");
    }
    if (codePoint == '/' || codePoint == '\\') {
      throw refused("no encoded slash or backslash");
    }
    write(codePoint);
    return 3 * PercentCode.octets(codePoint);
  }

  private void write(int codePoint) {
    if (Character.isISOControl(codePoint)) {
      throw refused("no control character");
    }
    if (!PercentCode.isScalar(codePoint)) {
      throw refused("no unpaired surrogate");
    }
    if (Paths.isEscaped(codePoint)) {
      PercentCode.append(out, codePoint);
    } else {
      writePlain((char) codePoint);
    }
  }

  // Checks the output, not the input: %25%34%31 is a double encoding too, like %2541.
  private void writePlain(char c) {
    out.append(c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c);
    if (Ascii.isHex(c) && endsWithEncodedPercentAndHexPair()) {
      throw refused("no double encoding");
    }
  }

  private boolean endsWithEncodedPercentAndHexPair() {
    int at = out.length() - 5;
    return at > 0
        && out.charAt(at) == '%'
        && out.charAt(at + 1) == '2'
        && out.charAt(at + 2) == '5'
        && Ascii.isHex(out.charAt(at + 3));
  }

  private void startParameters() {
    if (parametersStart == NONE) {
      parametersStart = out.length();
    }
    out.append(';');
  }

  /** Completes a segment; {@code out} then ends with a slash. */
  private void endSegment() {
    if (parametersStart != NONE) {
      out.setLength(parametersStart);
      parametersStart = NONE;
    }
    int length = out.length() - segmentStart;
    if (isDots(length, 1)) {
      out.setLength(segmentStart);
    } else if (isDots(length, 2)) {
      out.setLength(parentStart());
    } else if (length > 0) {
      out.append('/');
    }
    segmentStart = out.length();
  }

  private boolean isDots(int length, int dots) {
    return length == dots && out.charAt(segmentStart) == '.' && out.charAt(out.length() - 1) == '.';
  }

  private int parentStart() {
    if (segmentStart == 1) {
      throw refused("no .. above the root");
    }
    return out.lastIndexOf("/", segmentStart - 2) + 1;
  }

  private InvalidRequestException refused(String expected) {
    return new InvalidRequestException(List.of(ProblemText.of("endpoint", path, expected)));
  }
}
