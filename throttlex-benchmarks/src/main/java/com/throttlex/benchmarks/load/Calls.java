package com.throttlex.benchmarks.load;

import com.google.protobuf.Message;
import com.throttlex.protocol.envoy.RateLimitDescriptor;
import com.throttlex.protocol.envoy.RateLimitRequest;
import com.throttlex.protocol.envoy.RateLimitResponse;
import com.throttlex.protocol.v1.CheckRequest;
import com.throttlex.protocol.v1.CheckResponse;
import com.throttlex.protocol.v1.Dimension;
import java.util.function.Function;

/** The gRPC calls to compare; the echo service has methods that return the request message. */
public final class Calls {
  /** The service that answers every message with itself. */
  public static final String ECHO = "throttlex.benchmarks.Echo";

  /** The prefix of user names. */
  static final String USER = "u-";

  static final int USERS = 10_000;

  private Calls() {}

  static GrpcDialogue check() {
    return new GrpcDialogue(
        "/throttlex.v1.RateLimiter/CheckRateLimit",
        checks(),
        answer -> CheckResponse.parseFrom(answer).getLimitsCount() == 1);
  }

  static GrpcDialogue checkEcho() {
    return new GrpcDialogue("/" + ECHO + "/Check", checks(), answer -> true);
  }

  static GrpcDialogue envoy() {
    return new GrpcDialogue(
        "/envoy.service.ratelimit.v3.RateLimitService/ShouldRateLimit",
        descriptors(),
        answer -> RateLimitResponse.parseFrom(answer).getStatuses(0).hasCurrentLimit());
  }

  static GrpcDialogue envoyEcho() {
    return new GrpcDialogue("/" + ECHO + "/Envoy", descriptors(), answer -> true);
  }

  private static byte[][] checks() {
    return messages(
        user ->
            CheckRequest.newBuilder()
                .setIdentifier(user)
                .setDimension(Dimension.USER)
                .setEndpoint("/api/v1/orders")
                .setMethod("POST")
                .build());
  }

  private static byte[][] descriptors() {
    return messages(
        user ->
            RateLimitRequest.newBuilder()
                .setDomain("edge")
                .addDescriptors(
                    RateLimitDescriptor.newBuilder()
                        .addEntries(
                            RateLimitDescriptor.Entry.newBuilder().setKey("user").setValue(user)))
                .build());
  }

  private static byte[][] messages(Function<String, Message> message) {
    byte[][] messages = new byte[USERS][];
    for (int i = 0; i < USERS; i++) {
      messages[i] = message.apply(USER + i).toByteArray();
    }
    return messages;
  }
}
