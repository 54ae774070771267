package com.throttlex.benchmarks.adaptive;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limiter.AbstractPartitionedLimiter;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A limiter of Netflix's concurrency-limits: their limit and their limiter, in virtual time.
 *
 * <p>Requests that ended too late or with a timeout are reported as dropped, as their own gRPC
 * limiters do.
 */
final class NetflixLimiter implements Limiter {
  private final Limit limit;
  private final com.netflix.concurrency.limits.Limiter<RequestClass> limiter;
  private long now;

  private NetflixLimiter(Limit limit, boolean partitioned) {
    this.limit = limit;
    LongSupplier clock = () -> now;
    limiter =
        partitioned
            ? new Partitions().limit(limit).nanoClock(clock).build()
            : SimpleLimiter.newBuilder().nanoClock(clock).limit(limit).<RequestClass>build();
  }

  static NetflixLimiter simple(Limit limit) {
    return new NetflixLimiter(limit, false);
  }

  /**
   * Creates a limiter with partitions: at the limit, half of it is for critical and high requests,
   * 10 % for low ones.
   */
  static NetflixLimiter partitioned(Limit limit) {
    return new NetflixLimiter(limit, true);
  }

  @Override
  public @Nullable Ticket admit(RequestClass priority, long time) {
    now = time;
    return limiter.acquire(priority).map(NetflixLimiter.this::ticket).orElse(null);
  }

  private Ticket ticket(com.netflix.concurrency.limits.Limiter.Listener listener) {
    return (time, outcome) -> {
      now = time;
      if (outcome == RequestEnd.USEFUL) {
        listener.onSuccess();
      } else {
        listener.onDropped();
      }
    };
  }

  @Override
  public double limit() {
    return limit.getLimit();
  }

  private static final class Partitions
      extends AbstractPartitionedLimiter.Builder<Partitions, RequestClass> {
    private Partitions() {
      partitionResolver(
          priority ->
              priority.isHigh() ? "high" : priority == RequestClass.NORMAL ? "normal" : "low");
      partition("high", 0.5);
      partition("normal", 0.4);
      partition("low", 0.1);
    }

    @Override
    protected Partitions self() {
      return this;
    }
  }
}
