package com.throttlex.adaptive;

/**
 * What a controller goes by.
 *
 * @param health the health of what the limit protects
 * @param traffic the requests under the limit that ended since the step before
 */
public record Observation(Health health, Traffic traffic) {}
