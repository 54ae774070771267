package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.store.Callers;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Load;
import com.throttlex.benchmarks.store.Schedule;
import com.throttlex.benchmarks.store.Tally;
import com.throttlex.benchmarks.store.Workload;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/** A contender in a trial, those who ask it, and all that it has decided there. */
final class Side implements Turns.Side<Round> {
  private final Who who;
  private final Host host;
  private final Trial trial;
  private final Pace pace;
  private final Load load;
  private final Tally total = new Tally();
  private final long start = System.nanoTime();

  Side(Who who, Contender contender, Host host, Trial trial, Pace pace, Executor threads) {
    this.who = who;
    this.host = host;
    this.trial = trial;
    this.pace = pace;
    Workload workload = trial.workload();
    if (trial.isOpen()) {
      Executor senders = who.blocks() ? threads : Runnable::run;
      load = new Schedule(contender, workload.keys(), trial.perSecond(), senders);
    } else {
      int callers = who.blocks() ? workload.underWay() : pace.callers();
      load = new Callers(contender, workload, callers, threads);
    }
  }

  @Override
  public void warmUp() {
    ask(pace.warmUp());
  }

  @Override
  public Round round() {
    Work before = host.work();
    long begin = System.nanoTime();
    Tally tally = ask(pace.round(trial));
    double seconds = (System.nanoTime() - begin) / 1e9;
    return Round.of(tally, seconds, host.work().since(before, tally.decisions()));
  }

  private Tally ask(Duration time) {
    Tally tally = load.ask(time);
    total.addAll(tally);
    return tally;
  }

  /** Its line in the table. */
  Line line(List<Round> rounds) {
    return Line.of(who, rounds, total, isExact());
  }

  private boolean isExact() {
    return total.allowed() <= trial.workload().bound((System.nanoTime() - start) / 1e9);
  }
}
