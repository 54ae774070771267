package com.throttlex.grpc;

import com.throttlex.request.RequestContextBuilder;
import io.grpc.Metadata;
import io.grpc.ServerCall;

/**
 * Adds fields to the request of a call, such as its user, its tier or its cost.
 *
 * <p>It runs before the call begins, in the context that earlier interceptors made. So {@code
 * Context.Key.get()} returns the values that they set.
 */
@FunctionalInterface
public interface CallDescription {
  /** Adds nothing. */
  CallDescription NONE = (call, metadata, request) -> {};

  /** Adds fields that the call and its metadata show. */
  void describe(ServerCall<?, ?> call, Metadata metadata, RequestContextBuilder request);
}
