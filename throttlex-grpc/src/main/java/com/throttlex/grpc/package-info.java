/**
 * ThrottleX for programs that use grpc-java.
 *
 * <p>There are two places to start. {@link com.throttlex.grpc.RemoteDecider} checks requests with a
 * ThrottleX service; {@link com.throttlex.grpc.ThrottleXServerInterceptor} limits the calls of a
 * server.
 */
@NullMarked
package com.throttlex.grpc;

import org.jspecify.annotations.NullMarked;
