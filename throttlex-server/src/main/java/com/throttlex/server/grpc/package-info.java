/**
 * The gRPC door: the project's own service, Envoy's, health and reflection.
 *
 * <p>Start with {@link com.throttlex.server.grpc.GrpcDoor}. Every unary method is a {@code
 * UnaryMethod}: it calls a function with the message, and turns its result into an answer or a
 * status. {@code RateLimiterService} has the functions of {@code throttlex.v1}.
 */
@NullMarked
package com.throttlex.server.grpc;

import org.jspecify.annotations.NullMarked;
