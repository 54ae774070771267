package com.throttlex.server.backend;

import java.util.Map;

/**
 * How a backend is.
 *
 * @param kind what it is, such as {@code memory}
 * @param problem what is wrong with it; empty when nothing is
 * @param details what else there is to know
 */
public record Condition(String kind, String problem, Map<String, Object> details) {}
