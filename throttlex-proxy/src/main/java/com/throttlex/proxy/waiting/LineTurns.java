package com.throttlex.proxy.waiting;

import com.throttlex.Decision;
import com.throttlex.algorithm.Algorithm;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The lines that wait for units of one key. They take turns: one request of each.
 *
 * <p>At most one check is in flight. A denial by the key sets a timer for its retry-after. If units
 * are given back before, {@link #run} checks at once. If this happens while a check is in flight,
 * the check is repeated, because the store may have decided it before. A line whose first request
 * is denied by another key moves to the turns of that key.
 */
final class LineTurns {
  /** The longest time without a check: another node or an operator may have freed units. */
  private static final long LONGEST_NAP = 1_000_000_000L;

  /** The same under a concurrency rule, whose slots are freed at any time. */
  private static final long SLOT_NAP = 50_000_000L;

  /** The number of keys that are checked that often; more keys are checked less often each. */
  private static final int OFTEN_CHECKED = 100;

  /** The number of checks after which other tasks of the thread have their turn. */
  private static final int MOST_AT_ONCE = 64;

  final String key;
  private final HeldRequests owner;
  private final WaitingLoop loop;
  private final Lines all;
  private final Set<Line> lines = new LinkedHashSet<>();
  private @Nullable HeldRequest asked;
  private boolean again;
  private Runnable timer = () -> {};

  LineTurns(String key, HeldRequests owner, WaitingLoop loop, Lines all) {
    this.key = key;
    this.owner = owner;
    this.loop = loop;
    this.all = all;
  }

  /** Adds a line, which has the last turn. */
  void add(Line line) {
    lines.add(line);
  }

  /** Returns whether a check of that request is in flight. */
  boolean asks(HeldRequest request) {
    return asked == request;
  }

  /** Returns whether the next check is that of the request. */
  boolean isNext(Line line, HeldRequest request) {
    return asked == null && lines.iterator().next() == line && line.first() == request;
  }

  /** Takes a request out of its line. If it is the next one, the one behind it is checked. */
  void remove(Line line, HeldRequest request) {
    boolean next = isNext(line, request);
    line.remove(request);
    if (line.isEmpty()) {
      lines.remove(line);
      all.remove(line);
    }
    if (next) {
      run();
    }
  }

  /** Runs on the waiting loop, later. */
  void runLater() {
    loop.execute(this::run);
  }

  /** Checks the first request of each line in turn, until one has to wait for this key. */
  void run() {
    timer.run();
    again = !owner.isClosed();
    for (int i = 0; again && asked == null && !lines.isEmpty(); i++) {
      if (i == MOST_AT_ONCE) {
        runLater();
        return;
      }
      check(lines.iterator().next());
    }
    if (lines.isEmpty() && asked == null) {
      all.remove(this);
    }
  }

  private void check(Line line) {
    HeldRequest first = line.first();
    asked = first;
    again = false;
    CompletableFuture<Decision> check = owner.check(first);
    if (check.isDone()) {
      answered(line, first, check);
    } else {
      var unused =
          check.whenComplete((decision, failure) -> loop.execute(() -> later(line, first, check)));
    }
  }

  private void later(Line line, HeldRequest first, CompletableFuture<Decision> check) {
    answered(line, first, check);
    if (again) {
      run();
    }
  }

  /** Acts on an answer; sets {@link #again} if the next check can be made now. */
  private void answered(Line line, HeldRequest first, CompletableFuture<Decision> check) {
    asked = null;
    Decision denial = first.line == line ? owner.keepsWaiting(first, check) : null;
    if (denial == null) {
      leave(line, first);
      owner.complete(first, check);
      again = true;
    } else if (key.equals(denial.key())) {
      timer = again ? timer : loop.after(nap(denial), this::run);
    } else {
      lines.remove(line);
      all.move(line, String.valueOf(denial.key()));
      again = true;
    }
  }

  /** Takes a request out of its line, whose next turn is the last one. */
  private void leave(Line line, HeldRequest first) {
    if (first.line == line) {
      line.remove(first);
      lines.remove(line);
      if (line.isEmpty()) {
        all.remove(line);
      } else {
        lines.add(line);
      }
    }
  }

  private long nap(Decision denial) {
    long longest = denial.algorithm() == Algorithm.CONCURRENCY ? SLOT_NAP : LONGEST_NAP;
    return Math.min(denial.waitNanos(), longest * (1 + all.keys() / OFTEN_CHECKED));
  }
}
