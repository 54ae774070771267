package com.throttlex.benchmarks.sql;

import java.time.Duration;

/**
 * How many threads ask those that do not block, and for how long.
 *
 * @param round a round in which all ask as fast as they can
 * @param steady one in which they ask at fixed times
 */
record Pace(int callers, int rounds, Duration warmUp, Duration round, Duration steady) {
  Duration round(SqlTrial trial) {
    return trial.isOpen() ? steady : round;
  }
}
