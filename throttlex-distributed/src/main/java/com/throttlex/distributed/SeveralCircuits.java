package com.throttlex.distributed;

import java.util.Comparator;
import java.util.List;

/**
 * The circuits of all places that one request needs.
 *
 * <p>A request that fails or is slow does not say which of its places is to blame. So each is asked
 * by itself then, and its breaker goes by that answer.
 */
record SeveralCircuits(List<Breaker> breakers, GuardListener listener) implements Circuit {
  @Override
  public boolean isClosed() {
    for (Breaker breaker : breakers) {
      if (!breaker.isClosed()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean isPartlyClosed() {
    return breakers.stream().anyMatch(Breaker::isClosed);
  }

  @Override
  public void succeeded(long since) {
    for (Breaker breaker : breakers) {
      if (breaker.isSlow(since)) {
        breaker.probe();
      } else {
        breaker.succeeded(since);
      }
    }
  }

  @Override
  public void failed(long since, Throwable failure) {
    listener.storeFailed();
    breakers.forEach(Breaker::probe);
  }

  /** The longest wait of all. */
  @Override
  public long waitNanos() {
    return breakers.stream().mapToLong(Breaker::waitNanos).max().orElseThrow();
  }

  /** The reason of the first that is not closed. */
  @Override
  public String reason() {
    return breakers.stream().min(Comparator.comparing(Breaker::isClosed)).orElseThrow().reason();
  }
}
