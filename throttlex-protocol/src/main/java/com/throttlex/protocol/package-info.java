/**
 * The messages of the gRPC services, generated from {@code src/main/protobuf}.
 *
 * <p>{@link com.throttlex.protocol.RequestMessage} converts a request to a message and back.
 */
@NullMarked
package com.throttlex.protocol;

import org.jspecify.annotations.NullMarked;
