/**
 * Makes any shared store fast and safe: requests go out in batches, units are leased, denials are
 * cached, and a circuit breaker with fallback handles failures. {@link
 * com.throttlex.shared.SharedStore} puts all of it around one store, and {@link
 * com.throttlex.shared.ShardedStore} spreads keys over several.
 */
@NullMarked
package com.throttlex.shared;

import org.jspecify.annotations.NullMarked;
