package com.throttlex;

import com.throttlex.algorithm.Limit;

/**
 * A limit that applies to a request: that of the rule, of an override, or of the adaptive value.
 *
 * @param rule the rule's id
 * @param limit the limit
 * @param shadow whether a denial is only reported
 */
public record LimitInForce(String rule, Limit limit, boolean shadow) {}
