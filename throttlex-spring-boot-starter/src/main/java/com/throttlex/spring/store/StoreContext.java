package com.throttlex.spring.store;

import com.throttlex.TimeSource;
import com.throttlex.distributed.GuardListener;
import com.throttlex.micrometer.StoreMetrics;
import com.throttlex.spring.InvalidThrottleXException;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The clock, settings and metrics that every store of the application uses.
 *
 * @param time the clock of the decisions
 * @param timeout how long a decision in a store may take, or null for what each has by itself
 * @param required whether the application does not start while a shared store is away
 * @param expectedNodes how many nodes share the store, for one that has not counted them yet
 * @param registry takes the metrics, or null
 */
record StoreContext(
    TimeSource time,
    @Nullable Duration timeout,
    boolean required,
    int expectedNodes,
    @Nullable MeterRegistry registry) {
  private static final int MOST_NODES = 10_000;
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  StoreContext {
    if (timeout != null && (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0)) {
      String problem = timeout.toMillis() + "ms (expected: from 10ms to 10s, such as 250ms)";
      throw new InvalidThrottleXException(List.of("throttlex.store-timeout: " + problem));
    }
    if (expectedNodes < 1 || expectedNodes > MOST_NODES) {
      String problem = expectedNodes + " (expected: a whole number from 1 to " + MOST_NODES + ")";
      throw new InvalidThrottleXException(List.of("throttlex.expected-nodes: " + problem));
    }
  }

  /** How long a decision may take, in a store that has that timeout by itself. */
  Duration timeout(Duration own) {
    return timeout == null ? own : timeout;
  }

  /** Is told what happens while a store of that kind cannot decide. */
  GuardListener listener(String kind) {
    return registry == null ? GuardListener.NONE : new StoreMetrics(registry, kind, Tags.empty());
  }
}
