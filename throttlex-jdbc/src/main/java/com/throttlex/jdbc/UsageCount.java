package com.throttlex.jdbc;

/**
 * What a rule decided since the last count.
 *
 * @param shadowDenied what it would have denied if it were enforced
 */
public record UsageCount(String rule, long allowed, long denied, long shadowDenied) {}
