/**
 * The routes of other API styles, which use the same rule book: policies and key metrics under
 * {@code /admin}, checks and rules under {@code /throttle}, and rules with {@code rule_id}. Start
 * with {@link com.throttlex.server.compat.CompatRoutes}.
 */
@NullMarked
package com.throttlex.server.compat;

import org.jspecify.annotations.NullMarked;
