/**
 * The counters of the service: in its own memory, or in a store that several nodes share.
 *
 * <p>Start with {@link com.throttlex.server.backend.Backend}, the interface that the rest of the
 * service uses.
 */
@NullMarked
package com.throttlex.server.backend;

import org.jspecify.annotations.NullMarked;
