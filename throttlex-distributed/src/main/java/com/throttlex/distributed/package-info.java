/**
 * What makes any remote store fast and safe: requests are gathered, units leased, denials
 * remembered, and failures survived. {@link com.throttlex.distributed.SharedStore} puts it all
 * around one, {@link com.throttlex.distributed.SharedCounters} says how that one is and tells other
 * nodes of this one, {@link com.throttlex.distributed.ShardedStore} spreads keys over several.
 */
@NullMarked
package com.throttlex.distributed;

import org.jspecify.annotations.NullMarked;
