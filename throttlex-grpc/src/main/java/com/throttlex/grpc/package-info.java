/**
 * For programs that speak gRPC by grpc-java.
 *
 * <p>Two places to start: {@link com.throttlex.grpc.RemoteDecider} asks a ThrottleX service instead
 * of deciding in this process; {@link com.throttlex.grpc.ThrottleXServerInterceptor} limits the
 * calls of a server.
 */
@NullMarked
package com.throttlex.grpc;

import org.jspecify.annotations.NullMarked;
