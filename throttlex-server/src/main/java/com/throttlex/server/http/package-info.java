/**
 * The HTTP door of the data plane: checks, batches, settlements, forward-auth, Envoy's JSON, and
 * the queues of what did not fit.
 *
 * <p>Start with {@link com.throttlex.server.http.HttpDoor}, which knows the paths; {@link
 * com.throttlex.server.http.CheckJson} reads what is asked.
 */
@NullMarked
package com.throttlex.server.http;

import org.jspecify.annotations.NullMarked;
