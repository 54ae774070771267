package com.throttlex.benchmarks.service;

import com.throttlex.benchmarks.contest.Median;
import com.throttlex.benchmarks.contest.Turns;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Two servers under the same load in turns.
 *
 * @param bar the goal for the ratio
 * @param peer null when it is not installed
 */
public record Contest(String path, String against, double bar, Side ours, @Nullable Side peer) {
  /** The number of rounds of each side. */
  public static final int ROUNDS = 5;

  /** The length of a round. */
  public static final int ROUND_SECONDS = 2;

  /** The warm-up time of a JVM. */
  public static final int JVM_WARM_UP_SECONDS = 8;

  /** The warm-up time of other programs. */
  public static final int NATIVE_WARM_UP_SECONDS = 2;

  /** A server and its load. */
  public record Side(Child server, int port, int warmUpSeconds, Load load)
      implements Turns.Side<Round> {
    @Override
    public void warmUp() throws IOException, InterruptedException {
      for (double done = 0; done < warmUpSeconds; ) {
        done += load.run(port, ROUND_SECONDS).seconds();
      }
    }

    @Override
    public Round round() throws IOException, InterruptedException {
      server.requireAlive();
      double before = server.cpu().toNanos();
      Load.Volume volume = load.run(port, ROUND_SECONDS);
      double micros = (server.cpu().toNanos() - before) / TimeUnit.MICROSECONDS.toNanos(1);
      return new Round(volume.rate(), micros / volume.requests());
    }
  }

  /** Requests per second, and the processor time of the server for each in microseconds. */
  public record Round(double rate, double micros) {
    static final Round NONE = new Round(Double.NaN, Double.NaN);

    /** Returns the medians of both. */
    public static Round median(List<Round> rounds) {
      return new Round(Median.of(rounds, Round::rate), Median.of(rounds, Round::micros));
    }
  }

  ServiceRow run() throws IOException, InterruptedException {
    List<List<Round>> rounds =
        Turns.run(ROUNDS, peer == null ? List.of(ours) : List.of(ours, peer));
    List<Round> others = peer == null ? Collections.nCopies(ROUNDS, Round.NONE) : rounds.get(1);
    return ServiceRow.of(path, against, bar, rounds.get(0), others);
  }
}
