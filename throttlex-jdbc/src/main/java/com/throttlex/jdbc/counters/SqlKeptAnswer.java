package com.throttlex.jdbc.counters;

import com.throttlex.algorithm.LimitText;
import com.throttlex.store.ChargeVerdict;
import com.throttlex.store.Verdicts;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The stored answer to an admitted request, for its repeats.
 *
 * <p>Its text has the time and the reservation, then for every charge its limit, whether it fits,
 * the wait, the delay and the resulting state.
 */
final class SqlKeptAnswer {
  /** How long it is stored: five minutes. */
  static final long NANOS = 300_000_000_000L;

  private static final String NONE = "-";
  private static final int HEAD = 2;
  private static final int WORDS = 7;

  private SqlKeptAnswer() {}

  static String of(Verdicts verdicts) {
    String name = verdicts.reservation();
    StringBuilder text = new StringBuilder();
    text.append(verdicts.now()).append(' ');
    text.append(name == null ? NONE : URLEncoder.encode(name, StandardCharsets.UTF_8));
    for (int i = 0; i < verdicts.size(); i++) {
      ChargeVerdict verdict = verdicts.get(i);
      text.append(' ').append(LimitText.of(verdict.limit()));
      text.append(' ').append(verdict.allowed() ? 1 : 0);
      text.append(' ').append(verdict.waitNanos()).append(' ').append(verdict.delayNanos());
      text.append(' ').append(verdict.remaining()).append(' ').append(verdict.resetAt());
      text.append(' ').append(verdict.bookedAt());
    }
    return text.toString();
  }

  /** Repeats the answer; returns false if there is none, or if it is for other charges. */
  static boolean repeat(@Nullable String text, Verdicts verdicts) {
    String[] words = text == null ? new String[0] : text.split(" ");
    if (words.length != HEAD + WORDS * verdicts.size()) {
      return false;
    }
    for (int i = 0; i < verdicts.size(); i++) {
      int at = HEAD + WORDS * i;
      ChargeVerdict verdict = verdicts.get(i);
      verdict.answeredUnder(LimitText.parse(words[at]));
      verdict.judged(words[at + 1].equals("1"), number(words, at + 2), number(words, at + 3));
      verdict.report(number(words, at + 4), number(words, at + 5), number(words, at + 6));
    }
    String name = words[1].equals(NONE) ? null : decoded(words[1]);
    verdicts.decided(number(words, 0), name);
    return true;
  }

  private static long number(String[] words, int at) {
    return Long.parseLong(words[at]);
  }

  private static String decoded(String name) {
    return URLDecoder.decode(name, StandardCharsets.UTF_8);
  }
}
