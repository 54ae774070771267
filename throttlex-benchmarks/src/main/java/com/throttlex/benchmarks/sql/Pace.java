package com.throttlex.benchmarks.sql;

import java.time.Duration;

/**
 * The number of threads for contenders that do not block, and the times of rounds.
 *
 * @param round a round in which all send requests as fast as they can
 * @param steady a round with requests at fixed times
 */
record Pace(int callers, int rounds, Duration warmUp, Duration round, Duration steady) {
  Duration round(SqlTrial trial) {
    return trial.isOpen() ? steady : round;
  }
}
