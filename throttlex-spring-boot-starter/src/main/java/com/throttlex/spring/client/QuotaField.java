package com.throttlex.spring.client;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The field {@code RateLimit} of draft-ietf-httpapi-ratelimit-headers 08 to 11: a list of policies
 * such as {@code "hourly";r=0;t=30}, as a structured field (RFC 9651).
 *
 * <p>A field that is malformed or too long is ignored. No pattern here backtracks, so every field
 * is read fast.
 */
final class QuotaField {
  private static final int LONGEST = 2000;

  private static final String TOKEN = "[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*+";
  private static final String STRING = "\"(?:[ !#-\\[\\]-~]|\\\\[\"\\\\])*+\"";
  private static final String VALUE =
      "(?:-?[0-9]{1,15}+(?:\\.[0-9]{1,3}+)?+|"
          + STRING
          + "|"
          + TOKEN
          + "|\\?[01]|:[A-Za-z0-9+/=]*+:)";
  private static final Pattern ITEM = Pattern.compile("(?:" + STRING + "|" + TOKEN + ")");
  private static final Pattern PARAMETER =
      Pattern.compile("; *+([a-z*][a-z0-9_.*-]*+)(?:=(" + VALUE + "))?+");
  private static final Pattern COMMA = Pattern.compile("[ \\t]*+,[ \\t]*+");
  private static final Pattern WHOLE = Pattern.compile("[0-9]{1,15}");

  private final Matcher text;
  private int at;
  private long longest;

  private QuotaField(String text) {
    this.text = ITEM.matcher(text);
  }

  /** Returns the longest {@code t} of a policy with nothing remaining; 0 if there is none. */
  static long exhaustedSeconds(String field) {
    String trimmed = field.strip();
    if (trimmed.isEmpty() || trimmed.length() > LONGEST) {
      return 0;
    }
    QuotaField read = new QuotaField(trimmed);
    return read.list(trimmed.length()) ? read.longest : 0;
  }

  private boolean list(int end) {
    do {
      if (!next(ITEM)) {
        return false;
      }
      parameters();
    } while (next(COMMA));
    return at == end;
  }

  private void parameters() {
    long remaining = -1;
    long seconds = 0;
    while (next(PARAMETER)) {
      String name = text.group(1);
      if (name.equals("r")) {
        remaining = whole(text.group(2));
      } else if (name.equals("t")) {
        seconds = whole(text.group(2));
      }
    }
    if (remaining == 0) {
      longest = Math.max(longest, seconds);
    }
  }

  private static long whole(@Nullable String value) {
    return value != null && WHOLE.matcher(value).matches() ? Long.parseLong(value) : -1;
  }

  private boolean next(Pattern pattern) {
    boolean found = text.usePattern(pattern).region(at, text.regionEnd()).lookingAt();
    if (found) {
      at = text.end();
    }
    return found;
  }
}
