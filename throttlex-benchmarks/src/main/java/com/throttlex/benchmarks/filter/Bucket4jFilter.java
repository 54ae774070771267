package com.throttlex.benchmarks.filter;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A ten-line filter on Bucket4j's core: a bucket for each address. */
final class Bucket4jFilter implements Filter {
  private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
  private final long perSecond;

  Bucket4jFilter(long perSecond) {
    this.perSecond = perSecond;
  }

  @Override
  public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
      throws IOException, ServletException {
    Bucket bucket = buckets.computeIfAbsent(request.getRemoteAddr(), address -> bucket());
    ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
    HttpServletResponse http = (HttpServletResponse) response;
    http.setHeader("X-RateLimit-Remaining", Long.toString(probe.getRemainingTokens()));
    if (probe.isConsumed()) {
      chain.doFilter(request, response);
    } else {
      http.setStatus(429);
    }
  }

  private Bucket bucket() {
    return Bucket.builder()
        .addLimit(limit -> limit.capacity(perSecond).refillGreedy(perSecond, Duration.ofSeconds(1)))
        .build();
  }
}
