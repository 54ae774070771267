package com.throttlex.server.access;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.TimeSource;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.Fallback;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The limit on wrong credentials: ten a minute for each client address, at all doors together.
 *
 * <p>An IPv6 address counts as its network of 64 bits. Valid tokens of the configuration are
 * neither counted nor refused: a client that guesses must not lock out another client of its
 * address.
 */
public final class WrongCredentials {
  private static final Rule LIMIT =
      Rule.builder("wrong-credentials")
          .key("ip")
          .limits("10/1m")
          .algorithm(Algorithm.SLIDING_WINDOW_LOG)
          .build();

  /** The largest number of addresses with their own counter; further ones share a counter. */
  private static final int MOST_ADDRESSES = 10_000;

  private final ThrottleX limits;
  private final LongAdder count = new LongAdder();

  /** Creates a limit that uses this clock. */
  public WrongCredentials(TimeSource time) {
    limits =
        ThrottleX.of(
            RuleBook.of(List.of(), Fallback.DENY, List.of(LIMIT)),
            new MemoryStore(MOST_ADDRESSES),
            time);
  }

  /** Counts a wrong credential; throws if the address has sent too many. */
  void count(String address) {
    count.increment();
    Decision decision = check(address, 1);
    if (!decision.allowed()) {
      throw AccessException.limited(decision);
    }
  }

  /** Throws if the address has used up its attempts. */
  void requireRoom(String address) {
    if (check(address, 0).remaining() == 0) {
      count.increment();
      throw AccessException.limited(check(address, 1));
    }
  }

  private Decision check(String address, long cost) {
    return limits.check(RequestContext.builder().ip(address).cost(cost).build());
  }

  /** Returns the number of wrong credentials since the start. */
  public long count() {
    return count.sum();
  }
}
