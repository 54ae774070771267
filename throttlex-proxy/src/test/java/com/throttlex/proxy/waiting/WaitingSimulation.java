package com.throttlex.proxy.waiting;

import com.throttlex.Decision;
import com.throttlex.ThrottleX;
import com.throttlex.algorithm.Algorithm;
import com.throttlex.request.RequestContext;
import com.throttlex.rule.OnExceed;
import com.throttlex.rule.Rule;
import com.throttlex.rule.RuleBook;
import com.throttlex.store.MemoryStore;
import com.throttlex.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/**
 * Random users, limits, arrivals, costs, departures and times of work, in virtual time.
 *
 * <p>It records what it needs to judge the run: when each request arrived, and when and how it
 * ended.
 */
final class WaitingSimulation {
  static final int MOST_WAITING = 60;
  private static final int ARRIVALS = 300;
  private static final Duration LONGEST = Duration.ofSeconds(3);

  /** One request and its fate. */
  static final class Fate {
    final int number;
    final String user;
    final long cost;
    final long arrivedAt;
    final CompletableFuture<Decision> answer;
    long endedAt = -1;
    boolean left;

    Fate(int number, String user, long cost, long at, CompletableFuture<Decision> answer) {
      this.number = number;
      this.user = user;
      this.cost = cost;
      this.arrivedAt = at;
      this.answer = answer;
    }

    boolean isAdmitted() {
      return answer.isDone() && !answer.isCompletedExceptionally() && answer.join().allowed();
    }
  }

  final ManualLoop loop = new ManualLoop();
  final Random random;
  final Algorithm algorithm;
  final boolean slow;
  final boolean twoRules;
  final ThrottleX engine;
  final HeldRequests held;
  final List<Fate> fates = new ArrayList<>();
  final List<Fate> admitted = new ArrayList<>();
  final Map<String, Integer> inFlight = new LinkedHashMap<>();
  final long amount;
  final Duration period;
  private Runnable watch = () -> {};
  int mostInFlight;
  int mostWaiting;

  WaitingSimulation(long seed, Algorithm algorithm, boolean slow, boolean twoRules) {
    random = new Random(seed);
    this.algorithm = algorithm;
    this.slow = slow;
    this.twoRules = twoRules;
    amount = 1L + random.nextInt(4);
    period = Duration.ofMillis(100 + random.nextInt(900));
    Store store = slow ? new SlowStore(loop, random) : new MemoryStore();
    engine = ThrottleX.of(RuleBook.of(rules()), store, loop.clock);
    held = new HeldRequests(engine, loop, MOST_WAITING, WaitingListener.NONE);
  }

  private Rule[] rules() {
    Duration held = algorithm == Algorithm.CONCURRENCY ? Duration.ofMinutes(5) : period;
    String limit = amount + "/" + held.toMillis() + "ms";
    Rule own =
        Rule.builder("own")
            .key("user")
            .limits(limit)
            .algorithm(algorithm)
            .onExceed(OnExceed.queue(LONGEST))
            .build();
    Rule all =
        Rule.builder("all")
            .key("global")
            .limits((1 + random.nextInt(6)) + "/" + period.toMillis() + "ms")
            .onExceed(OnExceed.queue(LONGEST))
            .build();
    return twoRules ? new Rule[] {own, all} : new Rule[] {own};
  }

  /** Calls the watch whenever all tasks of a moment have run. */
  void watch(Runnable watch) {
    this.watch = watch;
  }

  /** Runs until all requests have ended. */
  void run() {
    int users = 1 + random.nextInt(5);
    for (int i = 0; i < ARRIVALS; i++) {
      arrive(i, random.nextInt(3) > 0 ? "heavy" : "u" + random.nextInt(users));
      pause(random.nextInt(4) == 0 ? 0 : random.nextInt(80_000_000));
      mostWaiting = Math.max(mostWaiting, held.waiting());
    }
    for (int i = 0; i < 1_000_000 && loop.advance(); i++) {
      watch.run();
    }
  }

  private void pause(long nanos) {
    loop.advance(Duration.ofNanos(nanos));
    watch.run();
  }

  private void arrive(int number, String user) {
    boolean large = algorithm != Algorithm.CONCURRENCY && !twoRules && amount > 1;
    long cost = large ? 1L + random.nextInt(2) : 1;
    RequestContext request = RequestContext.builder().user(user).cost(cost).build();
    Fate fate = new Fate(number, user, cost, loop.nanos(), held.admit(request));
    fates.add(fate);
    var unused = fate.answer.whenComplete((decision, failure) -> end(fate));
    loop.settle();
    if (random.nextInt(6) == 0) {
      loop.after(
          random.nextInt(1_500_000_000),
          () -> {
            fate.left = fate.answer.cancel(false);
          });
    }
  }

  private void end(Fate fate) {
    fate.endedAt = loop.nanos();
    if (!fate.isAdmitted()) {
      return;
    }
    admitted.add(fate);
    if (algorithm == Algorithm.CONCURRENCY) {
      mostInFlight = Math.max(mostInFlight, inFlight.merge(fate.user, 1, Integer::sum));
      loop.after(
          1L + random.nextInt(300_000_000),
          () -> {
            inFlight.merge(fate.user, -1, Integer::sum);
            var unused = engine.release(fate.answer.join());
          });
    }
  }
}
