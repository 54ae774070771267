package com.throttlex.server.resp;

import com.throttlex.LimitStatus;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Limit;
import com.throttlex.algorithm.Rate;
import com.throttlex.key.KeyHash;
import com.throttlex.request.RequestContext;

/**
 * {@code CL.THROTTLE key max_burst count period [quantity]}, as in redis-cell: a counter that needs
 * no rule.
 *
 * <p>The reply has: whether it is denied, the limit, the remaining units, the seconds until the
 * same request is allowed (−1 when it is allowed or never will be), and the seconds until the
 * counter is full again.
 */
final class ThrottleCommand implements Command.Action {
  private static final long SECOND = 1_000_000_000L;

  /** The longest key that stores with printed keys accept. */
  private static final int LONGEST_KEY = 1024;

  private final ThrottleX throttlex;
  private final ThrottleLimits limits = new ThrottleLimits();
  private final KeyHash hash = new KeyHash();

  private ThrottleCommand(ThrottleX throttlex) {
    this.throttlex = throttlex;
  }

  static Command command(ThrottleX throttlex) {
    return new Command(
        ThrottleKey.NAME,
        -5,
        "Charges a counter: key max_burst count period [quantity]",
        new ThrottleCommand(throttlex));
  }

  @Override
  public void run(Arguments arguments, RespSession session) {
    session.countCheck();
    requireShape(arguments);
    long maxBurst = arguments.number(2, "max_burst", 0, Rate.MAX_AMOUNT - 1);
    long count = arguments.number(3, "count", 1, Rate.MAX_AMOUNT);
    long period = arguments.number(4, "period", 1, ThrottleLimits.LONGEST_SECONDS);
    long quantity =
        arguments.count() == 5 ? 1 : arguments.number(5, "quantity", 0, RequestContext.MAX_COST);
    Limit limit = limits.of(maxBurst, count, period);
    ThrottleKey key =
        new ThrottleKey(arguments.bytes(), arguments.offset(1), arguments.length(1), hash);
    session.reply(throttlex.charge(ThrottleKey.NAME, key, limit, quantity), ThrottleCommand::write);
  }

  private static void requireShape(Arguments arguments) {
    if (arguments.count() > 6) {
      throw new IllegalArgumentException(Commands.wrongNumber(ThrottleKey.NAME));
    }
    if (arguments.length(1) > LONGEST_KEY) {
      throw new IllegalArgumentException(
          "key: " + arguments.length(1) + " bytes (expected: at most " + LONGEST_KEY + ")");
    }
  }

  private static void write(RespWriter reply, LimitStatus status) {
    boolean waits = !status.allowed() && status.waitNanos() != Limit.NEVER;
    reply.array(5);
    reply.integer(status.allowed() ? 0 : 1);
    reply.integer(status.capacity());
    reply.integer(status.remaining());
    reply.integer(waits ? secondsUp(status.waitNanos()) : -1);
    reply.integer(secondsUp(status.resetNanos()));
  }

  private static long secondsUp(long nanos) {
    return nanos / SECOND + (nanos % SECOND == 0 ? 0 : 1);
  }
}
