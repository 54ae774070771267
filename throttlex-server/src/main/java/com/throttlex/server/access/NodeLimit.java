package com.throttlex.server.access;

import com.throttlex.RateLimiter;
import com.throttlex.SystemTime;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The limit of a node on its own checks, at all doors together: a token bucket whose burst is the
 * checks of one second.
 *
 * <p>A door counts a check before it reads the body, so shedding costs little. Health checks and
 * settlements are not counted: a settlement frees units that other requests wait for.
 */
public final class NodeLimit {
  /** A node without a limit. */
  public static final NodeLimit NONE = new NodeLimit(0, new SystemTime());

  /** The commands of the Redis protocol that count as one check, because they cost as much. */
  static final int COMMANDS = 20;

  private final @Nullable RateLimiter limiter;
  private final AccessException overloaded;
  private final LongAdder shed = new LongAdder();

  /**
   * Creates the limit.
   *
   * @param maxRate the most checks a second; 0 for no limit
   */
  public NodeLimit(long maxRate, TimeSource time) {
    limiter =
        maxRate == 0
            ? null
            : RateLimiter.of(
                Limit.of(
                    Algorithm.TOKEN_BUCKET, Rate.of(maxRate * COMMANDS, Duration.ofSeconds(1))),
                time);
    overloaded = AccessException.overloaded(maxRate);
  }

  /**
   * Counts checks.
   *
   * @throws AccessException if they are more than this node takes; then none of them is counted
   */
  public void count(long checks) {
    take(checks * COMMANDS, checks);
  }

  /**
   * Counts a check by the Redis protocol.
   *
   * @throws AccessException if it is more than this node takes
   */
  public void countCommand() {
    take(1, 1);
  }

  private void take(long units, long checks) {
    if (limiter != null && units > 0 && !limiter.tryAcquire(units)) {
      shed.add(checks);
      throw overloaded;
    }
  }

  /** Returns the number of checks that were shed. */
  public long shed() {
    return shed.sum();
  }
}
