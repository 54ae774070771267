/**
 * Many nodes and their shared store in virtual time: everything that happens is an event of a
 * {@link com.throttlex.distributed.simulation.Timeline}, and everything random comes from a seed.
 */
@NullMarked
package com.throttlex.distributed.simulation;

import org.jspecify.annotations.NullMarked;
