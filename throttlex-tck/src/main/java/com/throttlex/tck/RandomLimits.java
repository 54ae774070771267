package com.throttlex.tck;

import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Period;
import com.throttlex.algorithm.Rate;
import com.throttlex.algorithm.SlidingLog;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Random;

/** Limits and changes of limits for traces that find errors. */
final class RandomLimits {
  private static final long[] AMOUNTS = {1, 2, 3, 5, 7, 10, 10, 60, 100, 1000, 99_991};
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final List<Duration> PERIODS =
      List.of(
          Duration.ofMillis(1),
          Duration.ofMillis(100),
          SECOND,
          SECOND,
          Duration.ofSeconds(2),
          Duration.ofSeconds(7),
          Duration.ofMinutes(1),
          Duration.ofHours(1),
          Duration.ofDays(1),
          Duration.ofDays(365));
  private static final List<ZoneId> ZONES =
      List.of(
          ZoneId.of("UTC"),
          ZoneId.of("Europe/Berlin"),
          ZoneId.of("America/New_York"),
          ZoneId.of("America/Nuuk"),
          ZoneId.of("America/Havana"),
          ZoneId.of("Australia/Lord_Howe"),
          ZoneId.of("Asia/Kathmandu"),
          ZoneId.of("Pacific/Apia"));

  private final Random random;

  RandomLimits(Random random) {
    this.random = random;
  }

  Limit any(Algorithm algorithm) {
    if (algorithm == Algorithm.FIXED_WINDOW && random.nextInt(3) == 0) {
      return Limit.of(algorithm, new Rate(amount(), calendar(), 0));
    }
    Rate rate = Rate.of(amount(), pick(PERIODS));
    return Limit.of(algorithm, algorithm.hasBurst() ? rate.withBurst(burst(rate)) : rate);
  }

  /** Returns one of the fastest, largest or slowest possible limits. */
  Limit extreme(Algorithm algorithm) {
    boolean log = algorithm == Algorithm.SLIDING_WINDOW_LOG || algorithm == Algorithm.CONCURRENCY;
    long most = log ? SlidingLog.MAX_AMOUNT : Rate.MAX_AMOUNT;
    return switch (random.nextInt(3)) {
      case 0 -> Limit.of(algorithm, Rate.of(Math.min(most, 1_000_000_000), SECOND));
      case 1 -> Limit.of(algorithm, Rate.of(most, Period.LONGEST));
      default -> Limit.of(algorithm, Rate.of(1, Period.LONGEST));
    };
  }

  /** Returns another limit of the same algorithm: raised, lowered, slower or faster. */
  Limit changed(Limit limit) {
    Rate rate = limit.rate();
    Algorithm algorithm = limit.algorithm();
    if (rate.period().calendar() != null || random.nextBoolean()) {
      return any(algorithm);
    }
    long amount =
        switch (random.nextInt(4)) {
          case 0 -> rate.amount() * 2;
          case 1 -> Math.max(1, rate.amount() / 2);
          case 2 -> rate.amount() + 1;
          default -> rate.amount();
        };
    boolean slower = random.nextInt(3) == 0 && rate.period().nanos() < 1L << 58;
    Period period = slower ? Period.of(Duration.ofNanos(2 * rate.period().nanos())) : rate.period();
    Rate changed = new Rate(Math.min(amount, 100_000), period, 0);
    return Limit.of(algorithm, algorithm.hasBurst() ? changed.withBurst(burst(changed)) : changed);
  }

  private long burst(Rate rate) {
    long longest = Period.LONGEST.toNanos() / (rate.period().nanos() / rate.amount());
    long burst =
        switch (random.nextInt(6)) {
          case 0 -> 1;
          case 1 -> 2 * rate.amount();
          case 2 -> 1 + random.nextInt(20);
          default -> 0;
        };
    return Math.min(burst, longest);
  }

  private Period calendar() {
    Period.CalendarUnit[] units = Period.CalendarUnit.values();
    return Period.of(units[random.nextInt(units.length)], pick(ZONES));
  }

  private long amount() {
    return AMOUNTS[random.nextInt(AMOUNTS.length)];
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
