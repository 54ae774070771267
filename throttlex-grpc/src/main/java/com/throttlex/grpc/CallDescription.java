package com.throttlex.grpc;

import com.throttlex.request.RequestContextBuilder;
import io.grpc.Metadata;
import io.grpc.ServerCall;

/**
 * Adds to what is known of a call, such as its user, its tier or its cost.
 *
 * <p>Runs before the call begins, in the context that the interceptors before have made, so that
 * {@code Context.Key.get()} gives what they have found out.
 */
@FunctionalInterface
public interface CallDescription {
  /** Adds nothing. */
  CallDescription NONE = (call, metadata, request) -> {};

  /** Adds to the request what the call and its metadata tell. */
  void describe(ServerCall<?, ?> call, Metadata metadata, RequestContextBuilder request);
}
