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
 * What the application has for its counters.
 *
 * @param time the clock of the decisions
 * @param timeout how long a decision in a database may take
 * @param registry takes the metrics, or null
 */
record Surroundings(TimeSource time, Duration timeout, @Nullable MeterRegistry registry) {
  private static final Duration SHORTEST = Duration.ofMillis(10);
  private static final Duration LONGEST = Duration.ofSeconds(10);

  Surroundings {
    if (timeout.compareTo(SHORTEST) < 0 || timeout.compareTo(LONGEST) > 0) {
      String problem = timeout.toMillis() + "ms (expected: from 10ms to 10s, such as 250ms)";
      throw new InvalidThrottleXException(List.of("throttlex.store-timeout: " + problem));
    }
  }

  /** Is told what happens while a store of that kind cannot decide. */
  GuardListener listener(String kind) {
    return registry == null ? GuardListener.NONE : new StoreMetrics(registry, kind, Tags.empty());
  }
}
