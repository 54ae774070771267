package com.throttlex.spring.client;

import org.springframework.http.client.ClientHttpRequestInterceptor;

/**
 * Keeps the calls of {@code RestClient} and {@code RestTemplate} inside the limits of others.
 *
 * <pre>{@code
 * RestClient.builder().requestInterceptor(outbound.interceptor("github"))
 * }</pre>
 *
 * <p>Each call is held against a rule of this application, which counts by the host called, or for
 * all of them if its key is {@code global}. When an answer says that there is nothing left ({@code
 * Retry-After} on 429 or 503, {@code RateLimit}, {@code X-RateLimit-Remaining}), no more calls go
 * to that host under that rule until then. A call that cannot be made waits on its thread if it may
 * wait that long, or else fails with {@link com.throttlex.spring.OutboundLimitedException}.
 */
public final class OutboundLimits {
  private final Outbound outbound;

  OutboundLimits(Outbound outbound) {
    this.outbound = outbound;
  }

  /** Holds calls against that rule, without waiting and without retries. */
  public ClientHttpRequestInterceptor interceptor(String rule) {
    return interceptor(OutboundLimit.of(rule));
  }

  /**
   * Holds calls against a limit.
   *
   * @throws com.throttlex.spring.InvalidThrottleXException when there is no such rule
   */
  public ClientHttpRequestInterceptor interceptor(OutboundLimit limit) {
    outbound.use(limit);
    return new OutboundInterceptor(outbound, limit);
  }
}
