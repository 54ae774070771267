/**
 * The admin plane: rules, users, counters, history and health over HTTP.
 *
 * <p>Start with {@link com.throttlex.server.admin.Routes}, the table of all routes with their
 * roles; it also decides which calls count as writes. {@link com.throttlex.server.admin.AdminPlane}
 * receives a request from Vert.x, and {@link com.throttlex.server.admin.RequestPipeline} answers it
 * on a worker thread.
 */
@NullMarked
package com.throttlex.server.admin;

import org.jspecify.annotations.NullMarked;
