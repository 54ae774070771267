package com.throttlex;

import com.throttlex.algorithm.Algorithm;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The repeated attempts of one request to be allowed. */
final class Acquisition implements Waiters.Attempt {
  private final Supplier<Decision> check;
  private @Nullable Decision decision;

  Acquisition(Supplier<Decision> check) {
    this.check = check;
  }

  @Override
  public long tryAndWait() {
    Decision latest = check.get();
    decision = latest;
    return latest.allowed() ? 0 : latest.waitNanos();
  }

  @Override
  public boolean mayComeEarlier() {
    return decision().algorithm() == Algorithm.CONCURRENCY;
  }

  Decision decision() {
    return Objects.requireNonNull(decision);
  }
}
