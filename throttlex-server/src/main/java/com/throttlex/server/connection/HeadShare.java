package com.throttlex.server.connection;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The memory of heads that all connections of one client take from a {@link HeadBudget}. */
final class HeadShare {
  private final HeadBudget budget;
  private final @Nullable String client;
  private final AtomicLong used = new AtomicLong();

  /** Changed by the budget alone, by one thread at a time. */
  private int connections;

  HeadShare(HeadBudget budget, @Nullable String client) {
    this.budget = budget;
    this.client = client;
  }

  /** The client; null if the share has no bound of its own. */
  @Nullable String client() {
    return client;
  }

  HeadShare opened() {
    connections++;
    return this;
  }

  /** Returns whether the closed connection was the last. */
  boolean closed() {
    return --connections == 0;
  }

  /** Takes memory for a head; returns false if there is too little left. */
  boolean take(long bytes) {
    long own = used.addAndGet(bytes);
    boolean taken = budget.take(bytes, client == null ? 0 : own);
    if (!taken) {
      used.addAndGet(-bytes);
    }
    return taken;
  }

  /** Gives memory back. */
  void give(long bytes) {
    used.addAndGet(-bytes);
    budget.give(bytes);
  }
}
