package com.throttlex.replay.suggest;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The share of keys that suggested limits may deny, as a user writes it: {@code 0.1%}. */
public final class DeniedPercent {
  private static final Pattern FORM = Pattern.compile("([0-9]{1,3}(?:\\.[0-9]{1,9})?) ?%");
  private static final double MOST = 50;

  private DeniedPercent() {}

  /**
   * Reads a share in per cent.
   *
   * @throws IllegalArgumentException if it is not between 0 and 50 per cent
   */
  public static double parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    double percent = form.matches() ? Double.parseDouble(form.group(1)) : 0;
    if (percent <= 0 || percent > MOST) {
      throw new IllegalArgumentException(
          "deny: \"" + text + "\" (expected: more than 0% and at most 50%, such as 0.1%)");
    }
    return percent / 100;
  }
}
