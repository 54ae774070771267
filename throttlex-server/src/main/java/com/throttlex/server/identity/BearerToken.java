package com.throttlex.server.identity;

import org.jspecify.annotations.Nullable;

/** The token in an {@code Authorization} header of the form {@code Bearer TOKEN}. */
public final class BearerToken {
  private static final String NAME = "Bearer";
  private static final String SCHEME = NAME + " ";

  private BearerToken() {}

  /** Returns the token, or null if the header is missing, of another scheme or malformed. */
  public static @Nullable String of(@Nullable String authorization) {
    if (authorization == null
        || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
        || !isVisibleAscii(authorization, SCHEME.length())) {
      return null;
    }
    return authorization.substring(SCHEME.length());
  }

  /**
   * Returns whether a header is of the form, except for its blanks and the letters of the token.
   */
  public static boolean isLike(@Nullable String authorization) {
    return authorization != null
        && authorization.length() > NAME.length()
        && authorization.regionMatches(true, 0, NAME, 0, NAME.length())
        && authorization.charAt(NAME.length()) <= ' ';
  }

  /** Returns whether a header can carry the token. */
  static boolean isToken(String text) {
    return isVisibleAscii(text, 0);
  }

  private static boolean isVisibleAscii(String text, int from) {
    return text.length() > from && text.chars().skip(from).allMatch(c -> c > ' ' && c < 0x7f);
  }
}
