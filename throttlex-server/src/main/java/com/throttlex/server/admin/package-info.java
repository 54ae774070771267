/**
 * The admin plane: rules, users, counters, history and health over HTTP.
 *
 * <p>Start with {@link com.throttlex.server.admin.Routes}, the one table that everything follows
 * from: what needs a credential and which role, what counts as a write, what the document of the
 * interface must say. {@link com.throttlex.server.admin.AdminPlane} takes a request from Vert.x,
 * {@link com.throttlex.server.admin.RequestPipeline} answers it on a worker thread.
 */
@NullMarked
package com.throttlex.server.admin;

import org.jspecify.annotations.NullMarked;
