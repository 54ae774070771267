package com.throttlex.server.prometheus;

import com.throttlex.adaptive.Signal;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A query and its last result. A poll that fails removes the value of the poll before. Thread-safe.
 */
final class PolledQuery {
  private record Result(@Nullable QueryAnswer answer, String problem) {}

  private static final Result NOT_POLLED = new Result(null, "not polled yet");
  private static final double NANOS = 1e9;

  private final SignalQuery query;
  private final AtomicBoolean inFlight = new AtomicBoolean();
  private volatile Result last = NOT_POLLED;

  PolledQuery(SignalQuery query) {
    this.query = query;
  }

  SignalQuery query() {
    return query;
  }

  Signal signal() {
    return query.signal();
  }

  /** Returns whether a poll may start; the caller must end it. */
  boolean begin() {
    return inFlight.compareAndSet(false, true);
  }

  boolean isAnswered() {
    return last.answer != null;
  }

  void answered(QueryAnswer answer) {
    last = new Result(answer, "");
    inFlight.set(false);
  }

  void failed(String problem) {
    last = new Result(null, problem);
    inFlight.set(false);
  }

  /**
   * Returns the last result; a value that is older than the time, or as far in the future, is not
   * valid.
   */
  PolledSignal at(long now, long staleNanos) {
    Result result = last;
    QueryAnswer answer = result.answer;
    if (answer == null) {
      return new PolledSignal(query.service(), query.signal(), null, null, result.problem);
    }
    double age = (now - answer.at()) / NANOS;
    if (Math.abs(age) > staleNanos / NANOS) {
      return new PolledSignal(
          query.service(), query.signal(), null, age, stale(age, staleNanos / NANOS));
    }
    return new PolledSignal(query.service(), query.signal(), answer.value(), age, null);
  }

  private static String stale(double age, double most) {
    return String.format(
        Locale.ROOT, "stale: the value is %.0f s old (expected: at most %.0f s)", age, most);
  }
}
