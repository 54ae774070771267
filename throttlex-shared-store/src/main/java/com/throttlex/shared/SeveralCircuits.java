package com.throttlex.shared;

import java.util.Comparator;
import java.util.List;

/**
 * The circuits of all places that one request needs.
 *
 * <p>If a request fails or is slow, the failing place is unknown. So each place gets a call of its
 * own, and its breaker counts that answer.
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

  /** Returns the longest wait of all circuits. */
  @Override
  public long waitNanos() {
    return breakers.stream().mapToLong(Breaker::waitNanos).max().orElseThrow();
  }

  /** Returns the reason of the first circuit that is not closed. */
  @Override
  public String reason() {
    return breakers.stream().min(Comparator.comparing(Breaker::isClosed)).orElseThrow().reason();
  }
}
