package com.throttlex.benchmarks.sql;

import com.throttlex.benchmarks.contest.Library;
import com.throttlex.benchmarks.contest.Machine;
import com.throttlex.benchmarks.contest.Others;
import com.throttlex.benchmarks.contest.TimeLimit;
import com.throttlex.benchmarks.contest.Turns;
import com.throttlex.benchmarks.store.Contender;
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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
  private final SqlReport report = new SqlReport();

  SqlBench(PrintStream out, Pace pace) {
    this.out = out;
    this.pace = pace;
    threads = Executors.newFixedThreadPool(Workload.MANY_KEYS.underWay(), SqlBench::daemon);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "caller");
    thread.setDaemon(true);
    return thread;
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
    String load = Machine.load();
    printHead();
    for (Product product : products) {
      try (Host host = Host.start(product)) {
        compare(host, many);
      }
    }
    print("Promised:", report.promises());
    print("Where ThrottleX is more than 5 % worse:", report.losses());
    out.printf("Load average of the machine: %s before, %s after%n", load, Machine.load());
    threads.shutdown();
    return report.isExact();
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
    compare(host, many, SqlTrial.generous(many));
    compare(host, SqlTrial.HOT_DENIED.workload(), List.of(SqlTrial.HOT_DENIED));
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
        compare(host, trial, sides(contenders, host, trial));
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

  private List<SqlSide> sides(Map<SqlContender, Contender> contenders, Host host, SqlTrial trial) {
    List<SqlSide> sides = new ArrayList<>();
    contenders.forEach(
        (who, contender) -> sides.add(new SqlSide(who, contender, host, trial, pace, threads)));
    return sides;
  }

  private void compare(Host host, SqlTrial trial, List<SqlSide> sides)
      throws IOException, InterruptedException {
    Others before = Others.until(host.time());
    List<List<SqlRound>> rounds = Turns.run(pace.rounds(), sides);
    double others = Others.until(host.time()).shareSince(before);
    out.print(SqlLine.header(host.product(), trial, others));
    for (int i = 0; i < sides.size(); i++) {
      SqlLine line = sides.get(i).line(rounds.get(i));
      report.add(host.product(), trial, line);
      out.print(line.text());
    }
    out.println();
  }

  private void print(String title, List<String> lines) {
    out.println(title);
    lines.forEach(out::println);
    out.println();
  }
}
