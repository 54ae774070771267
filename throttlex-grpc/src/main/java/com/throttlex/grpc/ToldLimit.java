package com.throttlex.grpc;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.protocol.v1.LimitStatus;
import java.time.Duration;

/**
 * Makes a limit of what a service tells of it, to be shown and not to be counted by.
 *
 * <p>A calendar month is told as its seconds and becomes a plain length. Whatever is told, there is
 * a limit: figures that do not go together become a fixed window.
 */
final class ToldLimit {
  private ToldLimit() {}

  /** The limit, by the other algorithm when it names none. */
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

  /** The part of the limit that requests of this class can use up: some, and not more than all. */
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
