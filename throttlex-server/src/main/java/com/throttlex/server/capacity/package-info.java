/**
 * The arithmetic of {@code throttlex capacity}.
 *
 * <p>{@link com.throttlex.server.capacity.CapacityFigures} has the measured figures, {@link
 * com.throttlex.server.capacity.CapacityPlan} computes with them.
 */
@NullMarked
package com.throttlex.server.capacity;

import org.jspecify.annotations.NullMarked;
