package com.throttlex.spring.client;

import org.springframework.http.client.ClientHttpRequestInterceptor;

/**
 * Keeps the calls of {@code RestClient} and {@code RestTemplate} within the limits of called
 * services.
 *
 * <pre>{@code
 * RestClient.builder().requestInterceptor(outbound.interceptor("github"))
 * }</pre>
 *
 * <p>Each call is checked by a rule of this application, which counts by the called host, or all
 * hosts together if its key is {@code global}. When a response says that nothing remains ({@code
 * Retry-After} on 429 or 503, {@code RateLimit}, {@code X-RateLimit-Remaining}), no more calls go
 * to that host under that rule until the given time. A call that cannot be made now waits on its
 * thread, if it may wait that long. Otherwise it fails with {@link
 * com.throttlex.spring.OutboundLimitedException}.
 */
public final class OutboundLimits {
  private final Outbound outbound;

  OutboundLimits(Outbound outbound) {
    this.outbound = outbound;
  }

  /** Returns an interceptor that checks calls by that rule, without waiting and without retries. */
  public ClientHttpRequestInterceptor interceptor(String rule) {
    return interceptor(OutboundLimit.of(rule));
  }

  /**
   * Returns an interceptor that checks calls by a limit.
   *
   * @throws com.throttlex.spring.InvalidThrottleXException when there is no such rule
   */
  public ClientHttpRequestInterceptor interceptor(OutboundLimit limit) {
    outbound.use(limit);
    return new OutboundInterceptor(outbound, limit);
  }
}
