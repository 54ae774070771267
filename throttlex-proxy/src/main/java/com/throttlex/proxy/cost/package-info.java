/**
 * Costs that are read from answers. {@link com.throttlex.proxy.cost.CostMeters} makes a meter for
 * each request that needs one. The meter sees the answer pass, extends the reservation while the
 * cost grows, and settles it at the end.
 */
@NullMarked
package com.throttlex.proxy.cost;

import org.jspecify.annotations.NullMarked;
