package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.store.Callers;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.DecisionTally;
import com.throttlex.benchmarks.store.Schedule;
import com.throttlex.benchmarks.store.StoreLoad;
import com.throttlex.benchmarks.store.Workload;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/** A contender in a trial, its callers, and all its decisions. */
final class SqlSide implements Turns.Side<SqlRound> {
  private final SqlContender who;
  private final Host host;
  private final SqlTrial trial;
  private final Pace pace;
  private final StoreLoad load;
  private final DecisionTally total = new DecisionTally();
  private final long start = System.nanoTime();

  SqlSide(
      SqlContender who,
      Contender contender,
      Host host,
      SqlTrial trial,
      Pace pace,
      Executor threads) {
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
  public SqlRound round() {
    Work before = host.work();
    long begin = System.nanoTime();
    DecisionTally tally = ask(pace.round(trial));
    double seconds = (System.nanoTime() - begin) / 1e9;
    return SqlRound.of(tally, seconds, host.work().since(before, tally.decisions()));
  }

  private DecisionTally ask(Duration time) {
    DecisionTally tally = load.ask(time);
    total.addAll(tally);
    return tally;
  }

  /** Returns its line in the table. */
  SqlLine line(List<SqlRound> rounds) {
    return SqlLine.of(who, rounds, total, isExact());
  }

  private boolean isExact() {
    return total.allowed() <= trial.workload().bound((System.nanoTime() - start) / 1e9);
  }
}
