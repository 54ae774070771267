package com.throttlex.grpc;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.protocol.v1.LimitStatus;
import java.time.Duration;

/**
 * Builds a limit from the figures that a service sends; for display, not for counting.
 *
 * <p>A calendar month arrives as its seconds and becomes a plain period. Every message gives a
 * limit: figures that do not fit together become a fixed window.
 */
final class ToldLimit {
  private ToldLimit() {}

  /** Returns the limit; of the other algorithm if the message names none. */
  static Limit of(LimitStatus told, String otherAlgorithm) {
    Period period = Period.of(Duration.ofSeconds(between(1, told.getWindowSeconds(), longest())));
    try {
      String name = told.getAlgorithm().isEmpty() ? otherAlgorithm : told.getAlgorithm();
      Algorithm algorithm = Algorithm.parse(name);
      return Limit.of(algorithm, rate(told, algorithm, period));
    } catch (IllegalArgumentException e) {
      long most = Math.min(Rate.MAX_AMOUNT, period.nanos());
      long amount = between(1, told.getLimit(), most);
      return Limit.of(Algorithm.FIXED_WINDOW, new Rate(amount, period, 0));
    }
  }

  private static Rate rate(LimitStatus told, Algorithm algorithm, Period period) {
    if (told.getAmount() <= 0 || told.getAmount() == told.getLimit()) {
      return new Rate(told.getLimit(), period, 0);
    }
    return new Rate(told.getAmount(), period, algorithm.hasBurst() ? told.getLimit() : 0);
  }

  /** Returns the units that requests of this priority class can use: at least 1, at most all. */
  static long capacity(LimitStatus told, Limit limit) {
    return between(0, told.getLimit(), limit.capacity());
  }

  private static long longest() {
    return Period.LONGEST.toSeconds();
  }

  private static long between(long least, long value, long most) {
    return Math.max(least, Math.min(value, most));
  }
}
