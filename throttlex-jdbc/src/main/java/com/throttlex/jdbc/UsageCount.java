package com.throttlex.jdbc;

/**
 * The number of decisions of a rule since the last count.
 *
 * @param shadowDenied the number that it would have denied if it were enforced
 */
public record UsageCount(String rule, long allowed, long denied, long shadowDenied) {}
