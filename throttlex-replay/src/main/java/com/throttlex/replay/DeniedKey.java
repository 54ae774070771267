package com.throttlex.replay;

import java.time.Instant;

/**
 * A key with denied requests.
 *
 * @param key the printed key
 * @param requests its requests
 * @param denied those that were denied, or would have been by a rule in shadow mode
 * @param first the time of the first denial
 * @param last the time of the last denial
 * @param streak the largest number of denials without an admission between them
 * @param streakFirst the time of the first denial of that streak
 * @param streakLast the time of its last denial
 */
public record DeniedKey(
    String key,
    long requests,
    long denied,
    Instant first,
    Instant last,
    long streak,
    Instant streakFirst,
    Instant streakLast) {}
