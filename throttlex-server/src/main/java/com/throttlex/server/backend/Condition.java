package com.throttlex.server.backend;

import com.throttlex.adaptive.Signal;
import java.util.Map;

/**
 * The state of a backend.
 *
 * @param kind its kind, such as {@code memory}
 * @param problem its problem; empty if there is none
 * @param details further facts
 * @param breakers the health signal of the circuit breakers; empty if there are none
 */
public record Condition(
    String kind, String problem, Map<String, Object> details, Map<Signal, Double> breakers) {}
