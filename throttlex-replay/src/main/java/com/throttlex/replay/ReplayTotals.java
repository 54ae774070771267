package com.throttlex.replay;

/**
 * The decisions of a replay in total. {@code allowed + denied} is {@code requests + retries}.
 *
 * @param requests the requests of the log
 * @param retries the denied requests that clients repeated
 * @param allowed the decisions that allow, at once or after a delay
 * @param denied the decisions that deny
 * @param delayed the decisions that allow after a delay
 * @param delayNanos the sum of these delays
 * @param shadowDenied the decisions that a rule in shadow mode would have denied
 * @param unruled the decisions without any rule that applies
 * @param gaveUp the requests that were denied for the last time
 */
public record ReplayTotals(
    long requests,
    long retries,
    long allowed,
    long denied,
    long delayed,
    long delayNanos,
    long shadowDenied,
    long unruled,
    long gaveUp) {}
