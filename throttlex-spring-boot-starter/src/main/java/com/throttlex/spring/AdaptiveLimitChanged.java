package com.throttlex.spring;

import com.throttlex.adaptive.Adjustment;

/**
 * The event that an adaptive limit moved, by its controller or by an operator.
 *
 * <p>Only the node that moved it publishes the event.
 *
 * @param adjustment the limit, its old and new value, and the reason
 */
public record AdaptiveLimitChanged(Adjustment adjustment) {}
