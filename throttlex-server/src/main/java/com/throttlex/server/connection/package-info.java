/**
 * Guards on the connections of HTTP clients, on every port.
 *
 * <p>Start with {@link com.throttlex.server.connection.HttpGuards}, which puts them into the
 * pipelines of Netty. {@link com.throttlex.server.connection.HeadBudget} bounds the memory of
 * requests in flight.
 */
@NullMarked
package com.throttlex.server.connection;

import org.jspecify.annotations.NullMarked;
