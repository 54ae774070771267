/**
 * Where the service counts: in its own memory, or in a place that several nodes share.
 *
 * <p>{@link com.throttlex.server.backend.Backend} is what the rest of the service sees.
 */
@NullMarked
package com.throttlex.server.backend;

import org.jspecify.annotations.NullMarked;
