package com.throttlex.spring.client;

import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps the calls of {@code WebClient} inside the limits of others, as {@link OutboundLimits} does,
 * without ever blocking.
 *
 * <pre>{@code
 * WebClient.builder().filter(outbound.filter("github"))
 * }</pre>
 */
public final class ReactiveOutboundLimits {
  private final Outbound outbound;
  private final Scheduler waits;

  /**
   * Makes filters.
   *
   * @param waits where calls wait
   */
  ReactiveOutboundLimits(Outbound outbound, Scheduler waits) {
    this.outbound = outbound;
    this.waits = waits;
  }

  /** Holds calls against that rule, without waiting and without retries. */
  public ExchangeFilterFunction filter(String rule) {
    return filter(OutboundLimit.of(rule));
  }

  /**
   * Holds calls against a limit.
   *
   * @throws com.throttlex.spring.InvalidThrottleXException when there is no such rule
   */
  public ExchangeFilterFunction filter(OutboundLimit limit) {
    outbound.use(limit);
    return new OutboundFilter(outbound, limit, waits);
  }
}
