/**
 * Many nodes and their shared store in virtual time: everything that happens is an event of a
 * {@link com.throttlex.shared.simulation.Timeline}, and everything random comes from a seed.
 */
@NullMarked
package com.throttlex.shared.simulation;

import org.jspecify.annotations.NullMarked;
