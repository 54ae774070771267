package com.throttlex.adaptive;

/**
 * The input of a controller.
 *
 * @param health the health of what the limit protects
 * @param traffic the requests under the limit that ended since the previous step
 */
public record Observation(Health health, Traffic traffic) {}
