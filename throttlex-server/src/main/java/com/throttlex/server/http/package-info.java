/**
 * The HTTP door of the data plane: checks, batches, settlements, forward-auth, Envoy's JSON, and
 * the queues of denied requests.
 *
 * <p>Start with {@link com.throttlex.server.http.HttpDoor}, which knows the paths. A {@link
 * com.throttlex.server.http.HttpExchange} is one request with its caller, body and answer. {@link
 * com.throttlex.server.http.CheckJson} reads checks.
 */
@NullMarked
package com.throttlex.server.http;

import org.jspecify.annotations.NullMarked;
