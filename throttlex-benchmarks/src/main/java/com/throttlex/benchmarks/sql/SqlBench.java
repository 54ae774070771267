package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Library;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.TimeLimit;
import com.throttlex.benchmarks.store.Callers;
import com.throttlex.benchmarks.store.Contender;
import com.throttlex.benchmarks.store.Pace;
import com.throttlex.benchmarks.store.Schedule;
import com.throttlex.benchmarks.store.StoreReport;
import com.throttlex.benchmarks.store.StoreSide;
import com.throttlex.benchmarks.store.Workload;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Measures decisions in databases and prints one table.
 *
 * <p>The servers run one after the other, each on the loopback interface while it is measured. A
 * run takes less than four minutes and is stopped after six.
 */
public final class SqlBench {
  private static final Pace PACE =
      new Pace(2, 5, Duration.ofSeconds(1), Duration.ofMillis(800), Duration.ofSeconds(2));
  private static final Duration LIMIT = Duration.ofMinutes(6);

  private static final int FILLERS = 16;
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private final PrintStream out;
  private final Pace pace;
  private final ExecutorService threads;
  private final StoreReport<SqlTrial> report = SqlReport.empty();

  SqlBench(PrintStream out, Pace pace) {
    this.out = out;
    this.pace = pace;
    threads = Callers.threads(Workload.MANY_KEYS.underWay());
  }

  /** Runs all trials. */
  public static void main(String[] args) throws IOException, InterruptedException, SQLException {
    FLYWAY.setLevel(Level.WARNING); // no messages about created tables
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // and none about missing loggers
    TimeLimit limit = new TimeLimit(LIMIT, () -> System.exit(1));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    boolean exact = new SqlBench(out, PACE).run(List.of(Product.values()), Workload.MANY_KEYS);
    limit.cancel();
    if (!exact) {
      System.err.println("admitted: more than the limit (expected: at most the limit)");
      System.exit(1);
    }
  }

  /** Prints the table for that many keys; returns whether all limits were kept. */
  boolean run(List<Product> products, Workload many)
      throws IOException, InterruptedException, SQLException {
    printHead();
    for (Product product : products) {
      try (Host host = Host.start(product)) {
        compare(host, many);
      }
    }
    threads.shutdown();
    return report.end(out, SqlReport.promises(report));
  }

  private void printHead() throws IOException {
    out.printf("ThrottleX on databases: %s%n", Machine.name());
    out.printf(
        "JVM: %s %s. Bucket4j %s for PostgreSQL, %s for MySQL.%n",
        System.getProperty("java.vm.name"),
        System.getProperty("java.runtime.version"),
        Library.version("com.bucket4j", "bucket4j_jdk17-postgresql"),
        Library.version("com.bucket4j", "bucket4j_jdk17-mysql"));
    out.printf(
        """
        Each limiter has its own database, up to 8 connections, and the same token bucket. %d \
        decisions are in flight; after
        an answer the next request is sent. A limiter that blocks is called by as many threads. \
        Rows with a number of
        requests/s send them at fixed times, whether or not others were answered, and time counts \
        from then. Medians of %d
        rounds of %s s, or of %s s at fixed times, in turns. Trans.: transactions that lock or \
        write, for each decision;
        statem.: statements; both are counts of the server. ThrottleX repeats a denial for a while \
        without calling the store.
        Bucket4j uses MySQL's driver for MariaDB. Others: part of the machine that other programs \
        used; if that is more than
        a few per cent, measure again.

        """,
        Workload.MANY_KEYS.underWay(),
        pace.rounds(),
        pace.round().toMillis() / 1000.0,
        pace.steady().toMillis() / 1000.0);
  }

  private void compare(Host host, Workload many)
      throws IOException, InterruptedException, SQLException {
    out.printf(
        Locale.ROOT,
        "%s, durable unless noted; changing one row and committing takes %.2f ms%n%n",
        host.version(),
        host.commitMillis());
    compare(host, many, SqlTrial.generous(host.product(), many));
    SqlTrial denied = SqlTrial.hotDenied(host.product());
    compare(host, denied.workload(), List.of(denied));
  }

  private void compare(Host host, Workload workload, List<SqlTrial> trials)
      throws IOException, InterruptedException {
    Map<SqlContender, Contender> contenders = new LinkedHashMap<>();
    try {
      for (SqlContender who : SqlContender.on(host.product())) {
        contenders.put(who, who.start(host.product(), host.newDatabase(), workload));
      }
      host.durable(false);
      for (Contender contender : contenders.values()) {
        askForEach(contender, workload.keys());
      }
      for (SqlTrial trial : trials) {
        host.durable(trial.durable());
        report.compare(out, trial, pace.rounds(), sides(contenders, host, trial), host::time);
      }
    } finally {
      contenders.values().forEach(Contender::close);
    }
  }

  /** Creates the counters of all keys, which takes longer than changing them. */
  private void askForEach(Contender contender, int keys) {
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int first = 0; first < FILLERS; first++) {
      int begin = first;
      running.add(
          CompletableFuture.runAsync(
              () -> {
                Contender.Question question = contender.question();
                for (int key = begin; key < keys; key += FILLERS) {
                  question.ask(key).toCompletableFuture().join();
                }
              },
              threads));
    }
    running.forEach(CompletableFuture::join);
  }

  private List<StoreSide> sides(
      Map<SqlContender, Contender> contenders, Host host, SqlTrial trial) {
    List<StoreSide> sides = new ArrayList<>();
    contenders.forEach(
        (who, contender) -> sides.add(side(who, contender, host, trial, pace, threads)));
    return sides;
  }

  static StoreSide side(
      SqlContender who,
      Contender contender,
      Host host,
      SqlTrial trial,
      Pace pace,
      Executor threads) {
    return new StoreSide(
        who,
        trial.isOpen()
            ? new Schedule(
                contender,
                trial.workload().keys(),
                trial.perSecond(),
                who.blocks() ? threads : Runnable::run)
            : new Callers(
                contender,
                trial.workload(),
                who.blocks() ? trial.workload().underWay() : pace.callers(),
                threads),
        trial.workload(),
        host::work,
        pace.warmUp(),
        trial.isOpen() ? pace.steady() : pace.round());
  }
}
