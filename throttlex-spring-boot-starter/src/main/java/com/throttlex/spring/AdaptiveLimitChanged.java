package com.throttlex.spring;

import com.throttlex.adaptive.Adjustment;

/**
 * The event that a limit which follows health has moved, or was moved by hand.
 *
 * <p>Published by the node that moved it, and not by the others that follow.
 *
 * @param adjustment which limit, from where to where, and why
 */
public record AdaptiveLimitChanged(Adjustment adjustment) {}
