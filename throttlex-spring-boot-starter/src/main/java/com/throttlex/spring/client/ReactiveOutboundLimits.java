package com.throttlex.spring.client;

import org.springframework.web.reactive.function.client.ExchangeFilterFunction;
import reactor.core.scheduler.Scheduler;

/**
 * Keeps the calls of {@code WebClient} within the limits of called services, as {@link
 * OutboundLimits} does, without blocking.
 *
 * <pre>{@code
 * WebClient.builder().filter(outbound.filter("github"))
 * }</pre>
 */
public final class ReactiveOutboundLimits {
  private final Outbound outbound;
  private final Scheduler waits;

  /**
   * Creates filters.
   *
   * @param waits runs calls after their wait
   */
  ReactiveOutboundLimits(Outbound outbound, Scheduler waits) {
    this.outbound = outbound;
    this.waits = waits;
  }

  /** Returns a filter that checks calls by that rule, without waiting and without retries. */
  public ExchangeFilterFunction filter(String rule) {
    return filter(OutboundLimit.of(rule));
  }

  /**
   * Returns a filter that checks calls by a limit.
   *
   * @throws com.throttlex.spring.InvalidThrottleXException when there is no such rule
   */
  public ExchangeFilterFunction filter(OutboundLimit limit) {
    outbound.use(limit);
    return new OutboundFilter(outbound, limit, waits);
  }
}
