package com.throttlex.server.backend;

import java.util.Map;

/**
 * The state of a backend.
 *
 * @param kind its kind, such as {@code memory}
 * @param problem its problem; empty if there is none
 * @param details further facts
 */
public record Condition(String kind, String problem, Map<String, Object> details) {}
