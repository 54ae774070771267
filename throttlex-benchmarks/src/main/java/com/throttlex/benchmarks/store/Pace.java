package com.throttlex.benchmarks.store;

import java.time.Duration;

/**
 * The number of threads for contenders that do not block, and the times of rounds.
 *
 * @param round a round in which all send requests as fast as they can
 * @param steady a round with requests at fixed times
 */
public record Pace(int callers, int rounds, Duration warmUp, Duration round, Duration steady) {}
