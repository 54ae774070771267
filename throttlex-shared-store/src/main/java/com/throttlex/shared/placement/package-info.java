/**
 * The agreement of nodes on which store has the counters of which rule, and moves between stores.
 * Start with {@link com.throttlex.shared.placement.StoreMoves}.
 */
@NullMarked
package com.throttlex.shared.placement;

import org.jspecify.annotations.NullMarked;
